/** Random objects of all types, from one server to an empty one and back, as a pack and as text. */
import { seededRandom } from '@logyard/codecs/testing/seeded-random'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { legacyEntities } from './testing/legacy-entities.ts'
import { normalEntities } from './testing/normal-entities.ts'
import { type EntityDraft, packOf } from './testing/pack-drafts.ts'
import { type Answer, type PackServer, startPackServer } from './testing/pack-server.ts'
import { randomGraph } from './testing/random-graph.ts'

const GRAPHS = rounds(1, 200)
const FIRST_SEED = Number(process.env['GRAPH_SEED'] ?? 1)
const MS_PER_GRAPH = 60_000
const TEXT = '/logyard/configuration'

interface Descriptor {
  readonly id: string
  readonly type: { readonly name: string; readonly version: string }
}

let server: PackServer
/** One object of each type stays on the server, so that pruning concerns all types. */
let base: { readonly text: readonly object[]; readonly catalog: readonly Descriptor[] }
beforeAll(async () => {
  server = await startPackServer()
  await installed(randomGraph(seededRandom(0), { size: 1, prefix: 'base-' }))
  base = { text: await text(), catalog: await catalog() }
})
beforeEach(async () => {
  // What a failed test has left.
  if ((await catalog()).length > base.catalog.length) await prune()
})
afterAll(() => server[Symbol.asyncDispose]())

const good = (answer: Answer, what: string): Answer => {
  expect(answer.status, `${what}: ${answer.text.slice(0, 2000)}`).toBe(200)
  return answer
}
const text = async () => good(await server.call('GET', TEXT), 'text').body.entities
const catalog = async (): Promise<readonly Descriptor[]> =>
  good(await server.call('GET', '/system/catalog'), 'catalog').body.entities

const prune = async () =>
  good(await server.call('POST', `${TEXT}/apply`, { entities: base.text, prune: true }), 'text pruned')

async function added(): Promise<readonly Descriptor[]> {
  const before = new Set(base.catalog.map(({ id }) => id))
  return (await catalog()).filter(({ id }) => !before.has(id)).map(({ id, type }) => ({ id, type }))
}

async function exported(wanted: readonly Descriptor[]): Promise<readonly EntityDraft[]> {
  return good(await server.call('POST', '/system/catalog', { entities: wanted }), 'export').body.entities
}

async function installed(entities: readonly EntityDraft[]): Promise<string> {
  const answer = good(await server.install(await server.add(packOf(entities))), 'installation')
  return `/system/content_packs/${answer.body.content_pack_id}/installations/${answer.body._id}`
}

/** Names by which the entities of a part use others, and which have to be among them. */
const NAMES_USED = /\b(table-\d+|PATTERN_\d+)\b/g

function expectWhole(part: readonly EntityDraft[]): void {
  const used = new Set(JSON.stringify(part).match(NAMES_USED))
  const names = part.map(({ data }) => Object(data).name).map((name) => name?.['@value'] ?? name)
  expect([...used].filter((name) => !names.includes(name))).toEqual([])
}

async function uninstall(path: string): Promise<void> {
  const { uninstalled } = good(await server.call('DELETE', path), 'uninstallation').body
  const before = new Set(base.catalog.map(({ id }) => id))
  expect(uninstalled.failed_entities).toEqual([])
  expect(uninstalled.skipped_entities.filter(({ id }: Descriptor) => !before.has(id))).toEqual([])
  expect(await text()).toEqual(base.text)
  expect(await catalog()).toEqual(base.catalog)
}

/** Whether the pack makes the objects again that it was made of. */
async function expectSameAgain(pack: readonly EntityDraft[]): Promise<void> {
  const path = await installed(pack)
  expect(normalEntities(await exported(await added()))).toEqual(normalEntities(pack))
  await uninstall(path)
}

async function expectSameByText(entities: readonly object[]): Promise<void> {
  const { changes } = good(await server.call('POST', `${TEXT}/apply`, { entities }), 'text applied').body
  expect(changes.every(({ action }: { action: string }) => action === 'create')).toBe(true)
  expect(await text()).toEqual(entities)
  expect(good(await server.call('POST', `${TEXT}/plan`, { entities }), 'plan').body.changes).toEqual([])
  await prune()
  expect(await text()).toEqual(base.text)
  expect(await catalog()).toEqual(base.catalog)
}

test.for(Array.from({ length: GRAPHS }, (_, n) => FIRST_SEED + n))(
  'the graph of the seed %i is the same after a pack, after a part of it, and after text (GRAPH_SEED repeats it)',
  { timeout: MS_PER_GRAPH },
  async (seed) => {
    const random = seededRandom(seed)
    const drafts = randomGraph(random, { size: 3 })
    const path = await installed([...drafts, ...legacyEntities()])
    const objects = await added()
    const pack = await exported(objects)
    const normal = new Set(normalEntities(pack))
    expect(normalEntities(drafts).filter((one) => !normal.has(one))).toEqual([])
    const part = await exported(Array.from({ length: 3 }, () => random.pick(objects)))
    expectWhole(part)
    const [gone, paused] = objects.filter(({ type }) => type.name === 'stream')
    // What uses the stream names it by its id from now on.
    expect((await server.call('DELETE', `/streams/${gone?.id}`)).status).toBe(204)
    if (paused !== undefined) await server.call('POST', `/streams/${paused.id}/pause`)
    const entities = await text()
    expect(JSON.stringify(entities).includes('"disabled":true')).toBe(paused !== undefined)
    expect(good(await server.call('POST', `${TEXT}/plan`, { entities }), 'plan').body.changes).toEqual([])
    await uninstall(path)

    await expectSameAgain(pack)
    await expectSameAgain(part)
    await expectSameByText(entities)
  },
)
