import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../../testing/rounds.ts'
import { type EngineUnderTest, startIndexSets, startTestEngine } from '../../testing/start-index-sets.ts'
import { createMessagePartitions } from './message-partitions.ts'

let started: EngineUnderTest
beforeAll(async () => {
  started = await startTestEngine()
})
afterAll(() => started[Symbol.asyncDispose]())

type World = Awaited<ReturnType<typeof startIndexSets>>

/** Writes rows without pause, as processing does: to the write index of `web`, which is held until they are stored. */
function writeSteadily(world: World, id: string) {
  const stored = new Map<string, number>()
  let isStopping = false
  const writer = async () => {
    while (!isStopping) {
      using held = world.indexSets.targets.hold()
      const index = held.targets.get(id)
      if (index === undefined) return
      await world.insert(index, 7)
      stored.set(index, (stored.get(index) ?? 0) + 7)
    }
  }
  const writing = Promise.all([writer(), writer(), writer()])
  return {
    stored,
    async [Symbol.asyncDispose]() {
      isStopping = true
      await writing
    },
  }
}

test('rotations under load lose no row, and every row is in the index that was the write index at the time', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  const load = writeSteadily(world, id)
  for (let round = 1; round <= 10; round++) {
    await expect.poll(() => load.stored.get(`web_${round - 1}`) ?? 0, { interval: 2 }).toBeGreaterThan(20)
    await world.indexSets.indices.cycle(id)
  }
  await load[Symbol.asyncDispose]()
  expect(load.stored.size).toBeGreaterThanOrEqual(10)
  for (const [index, rows] of load.stored) expect([index, await world.rowsIn(index)]).toEqual([index, rows])
})

test('an index that is closed, reopened or deleted right after its rotation never receives a late row', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await using load = writeSteadily(world, id)
  const changes = rounds(4, 40)
  for (let round = 0; round < changes; round++) {
    const index = `web_${round}`
    await expect.poll(() => load.stored.get(index) ?? 0, { interval: 2 }).toBeGreaterThan(20)
    await world.indexSets.indices.cycle(id)
    if (round % 2 === 0) {
      await world.indexSets.indices.delete(index)
      expect(await world.rowsIn(index)).toBe(0)
    } else {
      await world.indexSets.indices.close(index)
      expect(await world.rowsIn(index)).toBe(0)
      await world.indexSets.indices.reopen(index)
      expect(await world.rowsIn(index)).toBe(load.stored.get(index))
    }
  }
  await load[Symbol.asyncDispose]()
  for (const [index, rows] of load.stored) {
    const isDeleted = Number(index.slice(4)) % 2 === 0 && index !== `web_${changes}`
    expect([index, await world.rowsIn(index)]).toEqual([index, isDeleted ? 0 : rows])
  }
})

test('closing a rotated index waits for its writers, and does nothing if that takes too long', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.insert('web_0', 3)
  const held = world.indexSets.targets.hold()
  await world.indexSets.indices.cycle(id)
  using late = world.indexSets.targets.hold()
  expect([held.targets.get(id), late.targets.get(id)]).toEqual(['web_0', 'web_1'])

  const refused = expect(world.indexSets.indices.delete('web_0')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'index-busy',
  })
  await world.http.ask('GET', '/system/jobs', '*')
  world.clock.advance(5000)
  await refused
  expect(await world.rowsIn('web_0')).toBe(3)

  const deleted = world.indexSets.indices.delete('web_0')
  await world.insert('web_0', 4)
  held[Symbol.dispose]()
  await deleted
  expect(await world.indicesOf('web')).toEqual(['web_1'])
  expect(await world.rowsIn('web_0')).toBe(0)
})

test('no index is closed while rows of an earlier server process may still be looked up in it', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.insert('web_0', 3)
  await world.indexSets.indices.cycle(id)
  const replaying = world.indexSets.targets.holdAll()
  const closed = world.indexSets.indices.close('web_0')
  await world.http.ask('GET', '/system/jobs', '*')
  expect(await world.rowsIn('web_0')).toBe(3)
  replaying[Symbol.dispose]()
  await closed
  expect(await world.indicesOf('web')).toEqual(['web_0 closed', 'web_1'])
})

test('a change of the write index is announced at once, with all write indices', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  const told: (string | undefined)[] = []
  const listening = world.indexSets.targets.onChange((targets) => told.push(targets.get(id)))
  await world.indexSets.indices.cycle(id)
  expect([told.at(-1), world.indexSets.targets.of(id)]).toEqual(['web_1', 'web_1'])
  listening[Symbol.dispose]()
  await world.indexSets.indices.cycle(id)
  expect(told.at(-1)).toBe('web_1')
  const { messages } = await world.messages.page(1)
  expect(messages[0]).toMatchObject({ content: 'Index set <web> writes from web_1 to web_2 from now on.' })
})

test('closing an index removes it and its range everywhere, reopening restores both', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.insert('web_0', 5, '2026-02-01 00:00:00.000')
  await world.indexSets.indices.cycle(id)
  world.clock.advance(30_000)
  const range = () => world.indexSets.ranges.get('web_0').catch((error: Error) => error.message)
  await expect.poll(range).toMatchObject({ end: '2026-02-01T00:00:04.000Z' })

  await world.indexSets.indices.close('web_0')
  await world.indexSets.indices.close('web_0')
  expect(await range()).toBe('The range of index web_0 is not known.')
  const overview = async () => (await world.http.ask('GET', `/system/indexer/overview/${id}`, '*')).body
  expect(await overview()).toMatchObject({
    deflector: { is_up: true, current_target: 'web_1' },
    counts: { events: 0 },
    indices: { web_0: { size: null, range: null, is_closed: true, is_reopened: false, is_deflector: false } },
  })
  expect(await world.indexSets.statistics.ofSet(id)).toMatchObject({ indices: 2, documents: 0 })

  await world.indexSets.indices.reopen('web_0')
  await expect.poll(range).toMatchObject({ begin: '2026-02-01T00:00:00.000Z', end: '2026-02-01T00:00:04.000Z' })
  expect(await overview()).toMatchObject({
    counts: { events: 5 },
    indices: {
      web_0: { size: { events: 5, deleted: 0 }, is_closed: false, is_reopened: true },
      web_1: { is_deflector: true, range: { begin: '1970-01-01T00:00:00.000Z', end: '1970-01-01T00:00:00.000Z' } },
    },
  })
})

test('a closed index can be deleted with its files', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  await world.insert('web_0', 5)
  await world.indexSets.indices.cycle(id)
  await world.indexSets.indices.close('web_0')
  await world.indexSets.indices.delete('web_0')
  await createMessagePartitions(started.engine).attach('web_0')
  expect([await world.indicesOf('web'), await world.rowsIn('web_0')]).toEqual([['web_1'], 0])
})

test('a rebuild makes every range exact and that of the write index unknown; a second one is refused', async () => {
  await using world = await startIndexSets({ engine: started.engine })
  const id = await world.create('web')
  for (let number = 0; number < 3; number++) {
    await world.insert(`web_${number}`, 10, `2026-02-0${number + 1} 00:00:00.000`)
    await world.indexSets.indices.cycle(id)
  }
  await world.insert('web_3', 10)
  const ask = (path: string) => world.http.ask('POST', `/system/indices/ranges${path}`, '*')
  const [first, second] = await Promise.all([ask('/rebuild'), ask(`/index_set/${id}/rebuild`)])
  expect([first.status, first.body, second.status]).toEqual([202, '', 403])
  expect(second.body).toMatchObject({ message: expect.stringMatching(/^Concurrency level of this job reached: /) })
  await expect
    .poll(async () => (await world.jobs.list()).filter((job) => job.name.endsWith('RebuildIndexRangesJob')))
    .toEqual([])
  const answer = await world.http.ask('GET', '/system/indices/ranges', 'indexranges:read')
  expect(answer.body).toMatchObject({
    ranges: expect.arrayContaining([
      expect.objectContaining({
        index_name: 'web_0',
        begin: '2026-02-01T00:00:00.000Z',
        end: '2026-02-01T00:00:09.000Z',
      }),
      expect.objectContaining({
        index_name: 'web_2',
        begin: '2026-02-03T00:00:00.000Z',
        end: '2026-02-03T00:00:09.000Z',
      }),
      expect.objectContaining({
        index_name: 'web_3',
        begin: '1970-01-01T00:00:00.000Z',
        end: '1970-01-01T00:00:00.000Z',
      }),
    ]),
  })
  const ranges = await world.indexSets.ranges.list()
  expect(ranges.map(({ end }) => end)).toEqual(ranges.map(({ end }) => end).sort())
})
