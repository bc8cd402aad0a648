import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnShards } from '../../testing/on-shards.ts'
import {
  byCount,
  bySize,
  byTime,
  type EngineUnderTest,
  startIndexSets,
  startTestEngine,
} from '../../testing/start-index-sets.ts'
import { indexCollection, indexSetCollection } from './index-set-store.ts'

let started: EngineUnderTest
beforeAll(async () => {
  started = await startTestEngine()
})
afterAll(() => started[Symbol.asyncDispose]())

test('rotation by count happens above the limit, not at the limit', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await world.create('web', byCount(10))
  await world.insert('web_0', 10)
  await world.rotate()
  expect(await world.writeIndex('web')).toBe('web_0')
  await world.insert('web_0', 1)
  await world.rotate()
  expect(await world.writeIndex('web')).toBe('web_1')
  await world.rotate()
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1'])
})

test('rotation by size happens above the limit in bytes, regardless of replicas', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await world.create('web', { ...bySize(1_000_000), replicas: 1 })
  await world.insert('web_0', 100)
  const id = await world.idOf('web')
  const { size } = await world.indexSets.statistics.ofSet(id)
  expect(size).toBeGreaterThan(0)
  await world.change('web', bySize(size))
  await world.rotate()
  expect(await world.writeIndex('web')).toBe('web_0')
  await world.change('web', bySize(size - 1))
  await world.rotate()
  expect(await world.writeIndex('web')).toBe('web_1')
})

test('rotation by time happens at the full hour, not an hour after the index was created', async () => {
  await using world = await startIndexSets({ engine: started.engine, startAt: '2026-03-01T13:20:00Z' })
  await world.create('web', byTime('PT1H'))
  world.clock.advance(39 * 60_000 + 40_000)
  await world.rotate()
  expect([world.clock.now().toISOString(), await world.writeIndex('web')]).toEqual([
    '2026-03-01T13:59:50.000Z',
    'web_0',
  ])
  await world.rotate()
  expect([world.clock.now().toISOString(), await world.writeIndex('web')]).toEqual([
    '2026-03-01T14:00:00.000Z',
    'web_1',
  ])
})

test('three missed hours cause one rotation, and the next one is at the full hour again', async () => {
  await using world = await startIndexSets({ engine: started.engine, startAt: '2026-03-01T13:20:00Z' })
  await world.create('web', byTime('PT1H'))
  world.clock.advance(3 * 3_600_000)
  await expect.poll(() => world.writeIndex('web')).toBe('web_1')
  await world.rotate()
  await world.rotate()
  expect(await world.indicesOf('web')).toEqual(['web_0', 'web_1'])
  world.clock.advance(40 * 60_000)
  await expect.poll(() => world.writeIndex('web')).toBe('web_2')
})

test('a clock that was just set rotates nothing by time', async () => {
  let isSteady = false
  await using world = await startIndexSets({ engine: started.engine, isClockSteady: () => isSteady })
  await world.create('web', byTime('PT1H'))
  // A set that is looked at later shows when the round has passed the first one.
  await world.create('zz-full', byCount(1))
  await world.insert('zz-full_0', 2)
  world.clock.advance(72 * 3_600_000)
  await expect.poll(() => world.writeIndex('zz-full')).toBe('zz-full_1')
  expect(await world.indicesOf('web')).toEqual(['web_0'])
  isSteady = true
  await world.rotate()
  expect(await world.writeIndex('web')).toBe('web_1')
})

test('an index of unknown age is rotated at once', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  await world.create('web', byTime('P1Y'))
  const indices = world.settings.collection(indexCollection)
  await indices.update('web_0', (index) => ({ ...index, created_at: null }))
  await world.rotate()
  expect(await world.writeIndex('web')).toBe('web_1')
})

test('a set that is not writable is not rotated, not even on request', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web', { ...byCount(1), writable: false })
  await world.insert('web_0', 5)
  await world.rotate()
  expect(await world.indicesOf('web')).toEqual(['web_0'])
  expect((await world.http.ask('POST', `/cluster/deflector/${id}/cycle`, '*')).body).toEqual({
    type: 'ApiError',
    message: `Unable to cycle non-writable index set <${id}> (web)`,
  })
})

test('an unknown strategy raises one warning, which returns if it is dismissed without fixing the strategy', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  const sets = world.settings.collection(indexSetCollection)
  await sets.update(id, (set) => ({ ...set, rotation_strategy_class: 'org.example.Moon' }))
  await world.rotate()
  await world.rotate()
  const warnings = await world.notifications.list()
  expect(warnings).toMatchObject([{ type: 'generic', details: { title: 'Index Rotation Problem!' } }])
  await world.notifications.remove('generic')
  await world.rotate()
  expect(await world.notifications.list()).toHaveLength(1)
})

test('after 30 s a rotated index is read-only, merged and has its range; until then all searches read it', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.insert('web_0', 10, '2026-02-01 00:00:00.000')
  await world.insert('web_0', 10, '2026-02-02 00:00:00.000')
  await world.indexSets.indices.cycle(id)
  const jobsOf = async (name: string) => (await world.jobs.list()).filter((job) => job.description.includes(name))
  expect(await jobsOf('web_0')).toMatchObject([
    {
      name: 'org.graylog2.indexer.indices.jobs.SetIndexReadOnlyAndCalculateRangeJob',
      started_at: null,
      is_cancelable: false,
    },
  ])
  expect(await world.indexSets.ranges.get('web_0')).toMatchObject({ begin: '1970-01-01T00:00:00.000Z' })
  world.clock.advance(29_999)
  expect(await jobsOf('web_0')).toMatchObject([{ started_at: null }])
  world.clock.advance(1)
  await expect
    .poll(() => world.indexSets.ranges.get('web_0').catch(() => undefined))
    .toMatchObject({ begin: '2026-02-01T00:00:00.000Z', end: '2026-02-02T00:00:09.000Z' })
  await world.rotate()
  const segments = async () =>
    (await world.indexSets.statistics.ofIndices(await world.indexSets.lookup.list(id)))['web_0']
  await expect.poll(segments).toMatchObject({ primary_shards: { segments: 1, documents: { count: 20 } } })
  expect((await world.indexSets.lookup.get('web_0')).index).toMatchObject({ is_read_only: true })
  const finished = async () => (await world.messages.page(1)).messages.map(({ content }) => content)
  await expect
    .poll(finished)
    .toContainEqual(expect.stringMatching(/\[org\.graylog2\.indexer\.indices\.jobs\.OptimizeIndexJob\] finished/))
})

// The user of a cluster may not stop merges.
test.skipIf(isOnShards())('without optimisation the parts are not merged, but the range is calculated', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web', { index_optimization_disabled: true })
  await started.engine.client.command({ query: sql`SYSTEM STOP MERGES messages` })
  for (const day of ['01', '02', '03']) await world.insert('web_0', 1, `2026-02-${day} 00:00:00.000`)
  await world.indexSets.indices.cycle(id)
  world.clock.advance(30_000)
  await expect
    .poll(() => world.indexSets.ranges.get('web_0').catch(() => undefined))
    .toMatchObject({ end: '2026-02-03T00:00:00.000Z' })
  await world.rotate()
  const stats = await world.indexSets.statistics.ofIndices(await world.indexSets.lookup.list(id))
  expect(stats['web_0']).toMatchObject({ primary_shards: { segments: 3 } })
})
