/** Fields of patterns in content packs. */
import { templateOf } from '@logyard/languages/message-templates/template'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entity, integer, packOf, string } from './testing/pack-drafts.ts'
import { type PackServer, startPackServer } from './testing/pack-server.ts'

let server: PackServer
beforeAll(async () => {
  server = await startPackServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const TEMPLATE = templateOf('search by user-1 took 5 ms')
const field = (name: string, more: object = {}) =>
  entity('pattern_field', {
    ...{ name: string(name), kind: string('number'), unit: string(''), position: integer(TEMPLATE.lastIndexOf('*')) },
    templates: [string(TEMPLATE)],
    ...more,
  })

test('a field is installed from a pack, once, and exported as it was', async () => {
  const draft = field('packed_ms')
  const { status, text } = await server.addAndInstall([draft])
  expect(status, text).toBe(200)
  const list = async () => (await server.call('GET', '/logyard/pattern-fields')).body.fields
  expect(await list()).toMatchObject([
    { name: 'packed_ms', kind: 'number', creator: 'admin', pattern: { text: 'search by * took * ms' } },
  ])
  expect((await server.addAndInstall([field('packed_ms')])).status).toBe(200)
  const [{ id }] = await list()
  const exported = await server.call('POST', '/system/catalog', {
    entities: [{ id, type: { name: 'pattern_field', version: '1' } }],
  })
  expect(exported.body.entities, exported.text).toMatchObject([{ data: draft.data }])
})

test.each([
  { what: 'no such part', more: { position: integer(3) } },
  { what: 'templates of two statements', more: { templates: [string(TEMPLATE), string('a * b')] } },
  { what: 'no template', more: { templates: [] } },
  { what: 'a reserved name', more: { name: string('gl2_x') } },
  { what: 'a kind that there is not', more: { kind: string('date') } },
  { what: 'a unit that is a condition', more: { unit: string("' OR 1") } },
  { what: 'a template that is too long', more: { templates: [string(`${'x'.repeat(600)} *`)] } },
])('a pack with $what is refused', async ({ more }) => {
  const before = (await server.call('GET', '/logyard/pattern-fields')).text
  const pack = packOf([field('refused', more)])
  const answer = await server.add(pack).then(server.install, () => ({ status: 400 }))
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect((await server.call('GET', '/logyard/pattern-fields')).text).toBe(before)
})
