import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnShards } from '../../testing/on-shards.ts'
import { type EngineUnderTest, startIndexSets, startTestEngine } from '../../testing/start-index-sets.ts'
import { engineUnavailable } from '../engine/engine-failure.ts'

let started: EngineUnderTest
beforeAll(async () => {
  started = await startTestEngine()
})
afterAll(() => started[Symbol.asyncDispose]())

const start = () => startIndexSets({ engine: started.engine })
const INDICES = '/system/indexer/indices'
const message = (text: string) => ({ type: 'ApiError', message: text })

test('an index reports statistics of its content, as one shard on one node', async () => {
  await using world = await start()
  await world.create('web')
  await world.insert('web_0', 7)
  const { body } = await world.http.ask('GET', `${INDICES}/web_0`, 'indices:read:web_0')
  expect(body).toMatchObject({
    primary_shards: { segments: 1, documents: { count: 7, deleted: 0 }, open_search_contexts: 0 },
    routing: [{ id: 0, state: 'started', active: true, primary: true, node_hostname: 'test-host' }],
    is_reopened: false,
  })
  expect(Object(body).all_shards).toEqual(Object(body).primary_shards)
  expect(Object(body).primary_shards.store_size_bytes).toBeGreaterThan(0)
})

test('names without a set, unknown indices and closed indices are distinguished', async () => {
  await using world = await start()
  const id = await world.create('web')
  await world.indexSets.indices.cycle(id)
  await world.indexSets.indices.close('web_0')
  const ask = async (method: string, path: string) => {
    const { status, body } = await world.http.ask(method, path, '*')
    return { status, body }
  }
  const unmanaged = message("Index [foreign_1] doesn't look like an index managed by Logyard.")
  expect(await ask('GET', `${INDICES}/foreign_1`)).toEqual({ status: 404, body: unmanaged })
  expect(await ask('POST', `${INDICES}/foreign_1/close`)).toEqual({ status: 404, body: unmanaged })
  expect(await ask('DELETE', `${INDICES}/foreign_1`)).toEqual({ status: 404, body: unmanaged })
  expect(await ask('GET', `${INDICES}/web_9`)).toEqual({ status: 404, body: message('Index [web_9] not found.') })
  expect(await ask('GET', `${INDICES}/web_0`)).toEqual({ status: 404, body: message('Index [web_0] not found.') })
  expect(await ask('GET', '/system/indices/ranges/foreign_1')).toMatchObject({ status: 400 })
  expect(await ask('POST', '/system/indices/ranges/foreign_1/rebuild')).toMatchObject({ status: 400 })
  expect(await ask('GET', '/system/indices/ranges/web_0')).toMatchObject({ status: 404 })
  expect(await ask('GET', `${INDICES}/${'0'.repeat(24)}/list`)).toEqual({
    status: 404,
    body: message(`Index set <${'0'.repeat(24)}> not found.`),
  })
})

test('the write index can be neither closed nor deleted', async () => {
  await using world = await start()
  await world.create('web')
  await world.insert('web_0', 1)
  for (const [method, path, what] of [
    ['POST', `${INDICES}/web_0/close`, 'closed'],
    ['DELETE', `${INDICES}/web_0`, 'deleted'],
  ] as const) {
    const { status, body } = await world.http.ask(method, path, '*')
    const text = `The current deflector target index (web_0) cannot be ${what}`
    expect({ status, body }).toEqual({ status: 403, body: message(text) })
  }
  expect(await world.rowsIn('web_0')).toBe(1)
})

test('lists show what the caller may read', async () => {
  await using world = await start()
  const id = await world.create('web')
  for (let count = 0; count < 3; count++) await world.indexSets.indices.cycle(id)
  await world.indexSets.indices.close('web_0')
  await world.indexSets.indices.close('web_1')
  await world.indexSets.indices.close('web_2')
  await world.indexSets.indices.reopen('web_2')
  const get = async (path: string, permissions: string) => (await world.http.ask('GET', path, permissions)).body
  const some = 'indices:read:web_0,indices:read:web_2'
  expect(await get(INDICES, some)).toMatchObject({
    closed: { indices: ['web_0'], total: 1 },
    reopened: { indices: ['web_2'], total: 1 },
    all: { indices: { web_2: { is_reopened: true } } },
  })
  expect(await get(`${INDICES}/closed`, 'indices:read')).toEqual({ indices: ['web_0', 'web_1'], total: 2 })
  expect(await get(`${INDICES}/${id}/closed`, some)).toEqual({ indices: ['web_0'], total: 1 })
  expect(await get(`${INDICES}/${id}/reopened`, 'indices:read')).toEqual({ indices: ['web_2'], total: 1 })
  expect(Object.keys(Object(await get(`${INDICES}/${id}/open`, 'indices:read')).indices)).toEqual(['web_2', 'web_3'])
  expect((await world.http.ask('GET', `${INDICES}/open`, some)).status).toBe(403)
  const asked = { indices: ['web_0', 'web_2', 'web_3', 'foreign_1'] }
  expect(Object.keys(Object((await world.http.ask('POST', `${INDICES}/multiple`, some, asked)).body))).toEqual([
    'web_2',
  ])
  expect((await world.http.ask('POST', `${INDICES}/multiple`, some, {})).status).toBe(400)
})

test('a caller who may not read ranges gets the overview without them', async () => {
  await using world = await start()
  const id = await world.create('web')
  const { body } = await world.http.ask('GET', `/system/indexer/overview/${id}`, 'indexranges:read:other')
  expect(body).toMatchObject({
    indexer_cluster: { name: 'logyard', health: { status: 'green', shards: { active: 4, unassigned: 0 } } },
    indices: { web_0: { range: null, is_deflector: true, size: { events: 0, bytes: 0 } } },
  })
})

test.skipIf(isOnShards())(
  'while the engine is down the calls that need it return the documented error and change nothing',
  async () => {
    await using away = await startTestEngine()
    await using world = await startIndexSets({ engine: away.engine })
    const id = await world.create('web')
    await world.insert('web_0', 3)
    await world.indexSets.indices.cycle(id)
    await away.engine[Symbol.asyncDispose]()
    const ask = async (method: string, path: string) => {
      const { status, body } = await world.http.ask(method, path, '*')
      return { status, body }
    }
    const overview = message(
      'Elasticsearch cluster is not available, check your configuration and logs for more information.',
    )
    const health = message("Couldn't read Elasticsearch cluster health")
    const unavailable = { status: 503, body: message(engineUnavailable().message) }
    expect(await ask('GET', `/system/indexer/overview/${id}`)).toEqual({ status: 503, body: overview })
    expect(await ask('GET', '/system/indexer/overview')).toEqual({ status: 503, body: overview })
    expect(await ask('GET', '/system/indexer/cluster/health')).toEqual({ status: 500, body: health })
    expect(await ask('GET', '/system/indexer/cluster/name')).toEqual({ status: 500, body: health })
    expect(await ask('GET', `${INDICES}/web_0`)).toEqual(unavailable)
    expect(await ask('POST', `${INDICES}/web_0/close`)).toEqual(unavailable)
    expect(await ask('DELETE', `${INDICES}/web_0`)).toEqual(unavailable)
    expect(await ask('GET', '/system/indices/index_sets?stats=true')).toEqual(unavailable)
    expect(await ask('GET', '/system/indices/index_sets')).toMatchObject({ status: 200 })
    expect(await ask('GET', `/system/deflector/${id}`)).toMatchObject({ body: { current_target: 'web_1' } })
    expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1'])
  },
)
