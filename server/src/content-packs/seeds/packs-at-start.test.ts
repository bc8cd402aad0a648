/** The packs that a server has of its own, and those of a folder, over two starts. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packOf, stream, string } from '../testing/pack-drafts.ts'
import { type PackServer, startPackServer } from '../testing/pack-server.ts'

let dataFolder: string
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'logyard-packs-'))
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

const env = { LOGYARD_CONTENT_PACKS_LOADER: 'true', LOGYARD_CONTENT_PACKS_AUTO_INSTALL: 'web.json' }
const packsOf = async (server: PackServer) => (await server.call('GET', '/system/content_packs')).body
const idsOf = ({ content_packs }: { content_packs: { id: string }[] }) => content_packs.map(({ id }) => id).sort()

test('packs of the folder are added and installed once; deleted packs of the system stay deleted', async () => {
  const web = packOf([stream(string('Loaded'))])
  const other = packOf([])
  const files = { 'web.json': web, 'other.json': other, 'legacy.json': { name: 'Old', streams: [{ title: 'x' }] } }
  const folder = join(dataFolder, 'contentpacks')
  await mkdir(folder)
  for (const [name, pack] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(pack))
  await writeFile(join(folder, 'broken.json'), '{"v": ')
  await writeFile(join(folder, 'readme.txt'), 'no pack')

  let kept: string[]
  {
    await using server = await startPackServer({ dataFolder, env })
    const { body } = await server.call('GET', `/system/content_packs/${web.id}/installations`)
    expect(body.installations).toMatchObject([{ comment: 'Installed by auto loader', created_by: 'admin' }])
    const own = (await packsOf(server)).content_packs.filter(({ vendor }: { vendor: string }) => vendor === 'Logyard')
    expect(own).toHaveLength(2)
    for (const { id } of own) {
      const path = `/system/content_packs/${id}`
      const [{ _id }] = (await server.call('GET', `${path}/installations`)).body.installations
      expect((await server.call('DELETE', `${path}/installations/${_id}`)).status).toBe(200)
      expect((await server.call('DELETE', path)).status).toBe(204)
    }
    kept = idsOf(await packsOf(server))
    expect(kept).toHaveLength(3)
    expect(server.process.output()).toContain('broken.json')
  }
  await using server = await startPackServer({ dataFolder, env })
  const packs = await packsOf(server)
  expect(idsOf(packs)).toEqual(kept)
  expect(packs.content_packs_metadata).toEqual({ [web.id]: { 1: { installation_count: 1 } } })
})
