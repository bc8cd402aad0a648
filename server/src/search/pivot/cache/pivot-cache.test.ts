import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeriesSpec } from '@logyard/contract/search/search-types'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createIds } from '../../../platform/ids.ts'
import type { Engine } from '../../../store/engine/engine.ts'
import { createMessagePartitions } from '../../../store/index-sets/message-partitions.ts'
import { isOnShards } from '../../../testing/on-shards.ts'
import { rounds } from '../../../testing/rounds.ts'
import { type EngineUnderTest, startTestEngine } from '../../../testing/start-index-sets.ts'
import { countMessages } from '../../messages/count-messages.ts'
import { createQueryTexts } from '../../plan/query-texts.ts'
import { compileScope, EVER } from '../../scope/message-scope.ts'
import type { SearchTypeContext } from '../../search-type.ts'
import { createSearchEngine } from '../../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM, type TestMessage } from '../../testing/message-table.ts'
import { readableStreams } from '../../testing/readable-streams.ts'
import { clearMessages } from '../../testing/start-search.ts'
import { type AnyPivot, runPivot } from '../pivot.ts'
import { partitionRange } from './partitions.ts'
import { createPivotCache, type PivotCacheLimits } from './pivot-cache.ts'
import { countByPartition } from './stored-messages.ts'

const ids = createIds(() => new Date())
let store: EngineUnderTest
let engine: Engine
beforeAll(async () => {
  store = await startTestEngine()
  engine = store.engine
})
afterAll(() => store[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const FROM_MS = Date.parse('2026-03-01T00:30:00.000Z')
/** Both ends are in the middle of an hour partition. */
const RANGE = { fromMs: FROM_MS, toMs: FROM_MS + DAY_MS }
const NOW_MS = RANGE.toMs + DAY_MS
/** The count of uncovered messages is due for a refresh. */
const SOON_MS = NOW_MS + 6000
/** The recent partitioning is old. */
const LATER_MS = NOW_MS + 60_000
const NOON = '2026-03-01T12:00:00.000Z'
const OTHER_STREAM = '00000000000000000000000b'
const MESSAGES = 200

/** One message about every seven minutes, of the user `ada` or `bob`. */
const messages = (): readonly TestMessage[] =>
  Array.from({ length: MESSAGES }, (_, n) => ({
    at: new Date(FROM_MS + n * 431_000).toISOString(),
    index: n < MESSAGES / 2 ? 'graylog_0' : 'graylog_1',
    streams: n % 4 === 0 ? [OTHER_STREAM] : [TEST_STREAM],
    fields: { user: n % 2 === 0 ? 'ada' : 'bob', took: n },
  }))

beforeEach(async () => {
  await clearMessages(engine)
  await insertMessages(engine, messages())
})

interface Asked {
  readonly streams?: readonly string[]
  readonly query?: string
  readonly range?: typeof RANGE
  readonly nowMs?: number
  readonly series?: readonly SeriesSpec[]
  readonly signal?: AbortSignal
  readonly field?: string
  /** The range starts at the beginning of time. */
  readonly isAllMessages?: boolean
  /** Called before the groups are read. */
  readonly meanwhile?: () => Promise<unknown>
  /** Called before a table is filled. */
  readonly whileFilled?: () => Promise<unknown>
  /** Called while a table is being created. */
  readonly whileCreated?: () => void
}

interface PivotClient {
  /** Values of the first series by the values of a field (`user` by default), and of all messages. */
  ask(asked?: Asked): Promise<Readonly<Record<string, number | null>>>
  count(query: string): Promise<number>
  /** Whether the last request read the groups from the messages alone. */
  wasRead(): boolean
  /** Whether the last request read from the cache. */
  wasCached(): boolean
  /** Whether the last request filled a cache table. */
  wasAggregated(): boolean
  /** Whether the last request looked up the time of the stored messages. */
  wasLookedUp(): boolean
  /** The cache table that the last request read. */
  tableRead(): string | undefined
}

function pivotClient(limits: Partial<PivotCacheLimits> = {}): PivotClient {
  const pivotCache = createPivotCache({
    ids,
    limits: { minRequests: 2, minMessages: 1, maxUncachedMessages: 2, ...limits },
  })
  const real = createSearchEngine({ engine, clock: systemClock })
  const texts = createQueryTexts(false)
  let statements: string[] = []

  async function contextOf({ streams = [TEST_STREAM, OTHER_STREAM], query = '', range = RANGE, ...asked }: Asked) {
    statements = []
    const schema = await schemaOf(engine)
    const nowMs = asked.nowMs ?? NOW_MS
    const readable = readableStreams(...streams)
    const scope = { streams: readable, range, conditions: [await texts.parse(query)] }
    return {
      scope,
      range,
      streams: readable,
      isAllMessages: asked.isAllMessages ?? false,
      queryText: await texts.parse(query),
      schema,
      engine: {
        ...real,
        async command(statement, options) {
          const { text } = statement
          statements.push(text)
          if (text.startsWith('INSERT')) await asked.whileFilled?.()
          const ended = real.command(statement, options)
          if (text.startsWith('CREATE TABLE')) asked.whileCreated?.()
          return ended
        },
        async rows(statement, options) {
          statements.push(statement.text)
          if (statement.text.includes(' AS k0')) await asked.meanwhile?.()
          return real.rows(statement, options)
        },
      },
      signal: asked.signal ?? AbortSignal.timeout(30_000),
      nowMs,
      from: compileScope(scope, schema, nowMs),
      covered: () => undefined,
    } satisfies SearchTypeContext
  }

  return {
    wasRead: () => statements.some((sql) => sql.includes(' AS k0') && !sql.includes('FROM kept.')),
    wasCached: () => statements.some((sql) => sql.includes('FROM kept.') && sql.includes('sum(messages)')),
    wasAggregated: () => statements.some((sql) => sql.startsWith('INSERT INTO kept.')),
    wasLookedUp: () => statements.some((sql) => sql.includes('ORDER BY timestamp')),
    tableRead: () =>
      statements.map((sql) => /FROM (kept\.\S+)/.exec(sql)?.[1]).findLast((table) => table !== undefined),
    async count(query) {
      return countMessages(await contextOf({ query }), { clock: systemClock, pivotCache }, () => undefined)
    },
    async ask(asked = {}) {
      const pivot = {
        id: 'p',
        type: 'pivot' as const,
        row_groups: [{ type: 'values' as const, field: asked.field ?? 'user', limit: 10 }],
        series: [...(asked.series ?? [{ type: 'count' }])],
        rollup: true,
      } satisfies AnyPivot
      const { rows = [] } = await runPivot(pivot, await contextOf(asked), { pivotCache })
      return Object.fromEntries(
        rows
          .map(({ key, values }) => [key[0] ?? 'all', values[0]?.value ?? null] as const)
          .map(([key, value]) => [key, typeof value === 'number' ? value : null]),
      )
    },
  }
}

async function cacheTableCount(): Promise<number> {
  const answer = await engine.keepClient.query({
    query: sql`SELECT count() AS tables FROM system.tables WHERE database = 'kept'`,
    format: 'JSONEachRow',
  })
  return Number(Object((await answer.json())[0]).tables)
}

const ALL = { ada: 100, bob: 100, all: 200 }

test('a repeated pivot is read from the cache, and its uncovered ends from the messages', async () => {
  const { ask, wasCached } = pivotClient()
  expect(await ask()).toEqual(ALL)
  expect(wasCached()).toBe(false)
  expect(await ask()).toEqual(ALL)
  expect(wasCached()).toBe(true)
  // A little later: different ends, the same partitions, and one more of them.
  const range = { fromMs: RANGE.fromMs + 1_800_000, toMs: RANGE.toMs + 1_800_000 }
  await insertMessages(engine, [{ at: new Date(RANGE.toMs + 60_000).toISOString(), fields: { user: 'ada' } }])
  const outside = messages().filter(({ at }) => Date.parse(at) < range.fromMs).length
  const { all } = await ask({ range })
  expect(all).toBe(MESSAGES - outside + 1)
  expect(wasCached()).toBe(true)
})

test('a pivot of all messages is cached from the first message on, and sees a message stored before that later', async () => {
  const { ask, wasCached } = pivotClient()
  const all = { range: { ...RANGE, fromMs: EVER.fromMs }, isAllMessages: true }
  await ask(all)
  expect(await ask(all)).toEqual(ALL)
  expect(wasCached()).toBe(true)
  await insertMessages(engine, [{ at: new Date(FROM_MS - 7_200_000).toISOString(), fields: { user: 'ada' } }])
  expect(await ask(all)).toEqual({ ada: 101, bob: 100, all: 201 })
  expect(wasCached()).toBe(true)
})

test('late messages are counted by the next request', async () => {
  const { ask, wasCached } = pivotClient()
  await ask()
  await ask()
  await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
  expect(await ask()).toEqual({ ada: 101, bob: 100, all: 201 })
  expect(wasCached()).toBe(true)
  await insertMessages(engine, [{ at: new Date(RANGE.fromMs).toISOString(), fields: { user: 'cid' } }])
  expect(await ask()).toEqual({ ada: 101, bob: 100, cid: 1, all: 202 })
})

test('partitions that keep changing are read from the messages, and cached once they stop changing', async () => {
  const { ask, wasCached, wasAggregated, wasLookedUp } = pivotClient({ maxUncachedMessages: 15 })
  await ask()
  await ask()
  for (let late = 1; late <= 3; late++) {
    await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
    expect((await ask())['ada']).toBe(100 + late)
    expect([wasCached(), wasAggregated(), wasLookedUp()]).toEqual([true, false, late === 1])
  }
  // Another partition changes, too.
  await insertMessages(engine, [{ at: '2026-03-01T09:00:00.000Z', fields: { user: 'ada' } }])
  expect((await ask())['ada']).toBe(104)
  expect([wasCached(), wasAggregated()]).toEqual([true, false])
  // With two changing hours the limit of uncached messages is exceeded: the next refresh runs in the background.
  expect((await ask({ nowMs: SOON_MS }))['ada']).toBe(104)
  await expect.poll(wasAggregated).toBe(true)
  await expect
    .poll(async () => {
      expect((await ask())['ada']).toBe(104)
      return [wasCached(), wasAggregated(), wasLookedUp()]
    })
    .toEqual([true, false, false])
})

test('a period and the previous period are cached at the same time', async () => {
  const { ask, wasRead, wasAggregated } = pivotClient()
  const before = { fromMs: RANGE.fromMs - DAY_MS, toMs: RANGE.fromMs - 1 }
  const aDayEarlier = messages().map((message) => ({
    ...message,
    at: new Date(Date.parse(message.at) - DAY_MS).toISOString(),
  }))
  await insertMessages(engine, aDayEarlier)
  for (let time = 0; time < 8; time++) {
    for (const range of [RANGE, before]) {
      expect((await ask({ range, nowMs: NOW_MS + time * 6000 }))['all']).toBe(MESSAGES)
      if (time > 1) expect([wasRead(), wasAggregated()]).toEqual([false, false])
    }
  }
})

test('when most partitions change, all messages are read', async () => {
  const { ask, wasRead, wasAggregated } = pivotClient()
  await ask()
  await ask()
  await insertMessages(engine, messages())
  expect(await ask()).toEqual({ ada: 200, bob: 200, all: 400 })
  expect([wasRead(), wasAggregated()]).toEqual([true, false])
  // No more messages come: a background refresh caches the pivot again.
  expect(await ask({ nowMs: SOON_MS })).toEqual({ ada: 200, bob: 200, all: 400 })
  await expect.poll(wasAggregated).toBe(true)
})

test('messages of a deleted index are not counted, even if as many came late', async () => {
  const { ask } = pivotClient()
  await ask()
  await ask()
  await createMessagePartitions(engine).drop('graylog_0')
  const again = messages().slice(0, MESSAGES / 2)
  await insertMessages(
    engine,
    again.map((message) => ({ ...message, fields: { user: 'eve' } })),
  )
  expect(await ask()).toEqual({ ada: 50, bob: 50, eve: 100, all: 200 })
  await createMessagePartitions(engine).detach('graylog_1')
  expect(await ask()).toEqual({ eve: 100, all: 100 })
  await createMessagePartitions(engine).attach('graylog_1')
  expect(await ask()).toEqual({ ada: 50, bob: 50, eve: 100, all: 200 })
})

test('a request with other permissions never reads a cached answer', async () => {
  const { ask, wasCached } = pivotClient()
  const own = messages().filter(({ streams }) => streams?.includes(OTHER_STREAM)).length
  for (let time = 0; time < 3; time++) {
    expect(await ask()).toEqual(ALL)
    expect(await ask({ streams: [OTHER_STREAM] })).toEqual({ ada: own, all: own })
    expect(await ask({ streams: [] })).toEqual({ all: 0 })
  }
  expect(wasCached()).toBe(true)
})

test('the future is not cached', async () => {
  const { ask, wasCached } = pivotClient()
  await ask({ nowMs: RANGE.fromMs + 60_000 })
  expect(await ask({ nowMs: RANGE.fromMs + 60_000 })).toEqual(ALL)
  expect(wasCached()).toBe(false)
})

test('every function gives the same figures from the cache', async () => {
  const { ask, wasCached } = pivotClient()
  const types = ['avg', 'min', 'max', 'sum', 'sumofsquares', 'stddev', 'variance', 'card', 'count'] as const
  const all: readonly SeriesSpec[] = [
    ...types.map((type) => ({ type, field: 'took' })),
    { type: 'percentile', field: 'took', percentile: 50 },
    { type: 'percentile', field: 'timestamp', percentile: 50 },
    { type: 'min', field: 'timestamp' },
    { type: 'max', field: 'level' },
  ]
  for (const series of all) {
    const first = await ask({ series: [series] })
    expect(wasCached(), series.type).toBe(false)
    const second = await ask({ series: [series] })
    expect(wasCached(), series.type).toBe(true)
    for (const [key, value] of Object.entries(first)) {
      const described = `${series.type}(${'field' in series ? series.field : ''}) of ${key}`
      if (value === null) expect(second[key], described).toBe(null)
      else expect(Math.abs(Number(second[key]) - value) / Math.max(1, Math.abs(value)), described).toBeLessThan(0.02)
    }
  }
})

test('the number of messages that match a query is cached, too', async () => {
  const { count, wasCached } = pivotClient()
  expect(await count('user:ada')).toBe(100)
  expect(wasCached()).toBe(false)
  expect(await count('user:ada')).toBe(100)
  expect(wasCached()).toBe(true)
})

test('the first two requests of a pivot are not cached', async () => {
  const { ask, wasCached } = pivotClient({ minRequests: 3 })
  for (const isCached of [false, false, true, true]) {
    expect(await ask()).toEqual(ALL)
    expect(wasCached()).toBe(isCached)
  }
})

test('a pivot of few messages is not cached', async () => {
  const { ask, wasCached } = pivotClient({ minMessages: MESSAGES + 1 })
  for (let time = 0; time < 3; time++) expect(await ask()).toEqual(ALL)
  expect(wasCached()).toBe(false)
})

test('shorter partitions are used where longer ones would leave too many messages uncovered', async () => {
  const { ask, wasCached } = pivotClient()
  await insertMessages(engine, [{ at: new Date(FROM_MS + 25 * DAY_MS).toISOString(), fields: { user: 'bob' } }])
  const range = { fromMs: FROM_MS, toMs: FROM_MS + 30 * DAY_MS }
  const all = { range, nowMs: range.toMs + DAY_MS }
  await ask(all)
  expect(await ask(all)).toEqual({ ada: 100, bob: 101, all: 201 })
  expect(wasCached()).toBe(true)
})

test('messages are read if most of them are in no partition', async () => {
  const { ask, wasCached } = pivotClient()
  const newestMs = RANGE.toMs - 60_000
  const many = Array.from({ length: MESSAGES + 20 }, () => ({ at: new Date(newestMs).toISOString() }))
  await insertMessages(engine, many)
  for (let time = 0; time < 3; time++) expect((await ask({ nowMs: newestMs }))['all']).toBe(2 * MESSAGES + 20)
  expect(wasCached()).toBe(false)
})

test('partitions have the same counts by the index and by reading', async () => {
  const partitioning = partitionRange(RANGE, RANGE, RANGE.toMs)
  if (partitioning === undefined) throw new Error('the day has no partitions')
  const context = {
    engine: createSearchEngine({ engine, clock: systemClock }),
    schema: await schemaOf(engine),
    nowMs: NOW_MS,
    signal: AbortSignal.timeout(30_000),
  }
  const counts = [0, Number.POSITIVE_INFINITY].map((total) => countByPartition(context, partitioning.partitions, total))
  const [read, byIndex] = await Promise.all(counts)
  expect(read).toEqual(byIndex)
  expect(read?.values().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(MESSAGES / 2)
})

test('a pivot with too many groups is not cached', async () => {
  const before = await cacheTableCount()
  const { ask, wasCached } = pivotClient({ table: { rows: 20, bytes: 1_000_000 } })
  for (let time = 0; time < 3; time++) expect((await ask({ field: 'took' }))['all']).toBe(MESSAGES)
  expect(wasCached()).toBe(false)
  const small = pivotClient({ table: { rows: 1000, bytes: 1000 } })
  for (let time = 0; time < 3; time++)
    expect(await small.ask({ series: [{ type: 'card', field: 'took' }] })).toEqual(ALL)
  expect(small.wasCached()).toBe(false)
  expect(await cacheTableCount()).toBe(before)
})

test('the least recently used pivots are evicted', async () => {
  const before = await cacheTableCount()
  for (const limits of [{ bytes: 1 }, { entries: 1 }]) {
    const { ask, wasCached, wasRead } = pivotClient(limits)
    for (const field of ['user', 'source', 'user']) {
      await ask({ field })
      expect((await ask({ field }))['all']).toBe(MESSAGES)
      expect(wasCached()).toBe(true)
      expect(wasRead()).toBe(false)
    }
  }
  expect(await cacheTableCount()).toBe(before + 2)
})

test('a pivot that is evicted while its table is filled leaves no table behind', async () => {
  const before = await cacheTableCount()
  const { ask, wasRead } = pivotClient({ entries: 1 })
  await ask()
  const whileFilled = async () => {
    for (let time = 0; time < 2; time++) await ask({ field: 'source' })
  }
  expect(await ask({ whileFilled })).toEqual(ALL)
  expect(wasRead()).toBe(false)
  expect(await cacheTableCount()).toBe(before + 1)
})

test('concurrent requests get right answers while the cache is refreshed', async () => {
  const { ask, wasRead } = pivotClient()
  await ask()
  expect(wasRead()).toBe(true)
  for (let time = 0; time < rounds(3, 5); time++) {
    await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()))
    for (const { ada } of answers) expect(ada).toBe(101 + time)
    expect(wasRead()).toBe(false)
  }
})

test('while messages are being stored an answer has all that were stored before it, and none twice', async () => {
  // The clock moves by three seconds in each round: after some rounds the recent partitioning is old.
  const TIMES = rounds(25, 60)
  const { ask, wasCached } = pivotClient({ maxUncachedMessages: 20 })
  let fromCache = 0
  let [started, stored] = [MESSAGES, MESSAGES]
  let storing: Promise<unknown> = Promise.resolve()
  for (let round = 0; round < TIMES; round++) {
    // Most are recent, some are late, and some have equal timestamps.
    const at = (n: number) => RANGE.toMs - (n % 5 === 0 ? 36_000_000 : 3_600_000) + round * 20_000
    const some = Array.from({ length: 5 }, (_, n) => ({ at: new Date(at(n)).toISOString(), fields: { user: 'cid' } }))
    await storing
    stored = started
    started += some.length
    storing = insertMessages(engine, some)
    const { all } = await ask({ nowMs: NOW_MS + round * 3000 })
    expect(all, `round ${round}`).toBeGreaterThanOrEqual(stored)
    expect(all, `round ${round}`).toBeLessThanOrEqual(started)
    fromCache += wasCached() ? 1 : 0
  }
  await storing
  expect((await ask({ nowMs: NOW_MS + 200_000 }))['cid']).toBe(5 * TIMES)
  expect(fromCache).toBeGreaterThan((TIMES * 5) / 6)
})

test('a table stays until its readers are done, though it was replaced', async () => {
  const before = await cacheTableCount()
  const { ask, wasRead, tableRead } = pivotClient()
  await ask()
  await ask()
  const replaced = tableRead()
  const meanwhile = async () => {
    await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
    expect((await ask())['ada']).toBe(101)
    // The first one starts a refresh in the background; until that has ended, the replaced table is read.
    const tableAskedLater = async () => {
      expect((await ask({ nowMs: LATER_MS }))['ada']).toBe(101)
      return tableRead()
    }
    await expect.poll(tableAskedLater).not.toBe(replaced)
    expect(await cacheTableCount()).toBe(before + 2)
  }
  expect(await ask({ meanwhile })).toEqual(ALL)
  expect(wasRead()).toBe(false)
  expect(await cacheTableCount()).toBe(before + 1)
})

test('a request that is cancelled while it is aggregated leaves no table behind', async () => {
  const before = await cacheTableCount()
  const { ask, wasCached } = pivotClient()
  await ask()
  for (const afterMs of [5, 20, 40, 60]) {
    const cancelling = new AbortController()
    const asked = ask({ signal: cancelling.signal }).catch((error: unknown) => String(error))
    await sleep(afterMs)
    cancelling.abort(new Error('cancelled'))
    await asked
  }
  for (const afterMs of [0, 1, 2, 3, 4, 5, 6, 8, 10]) {
    const cancelling = new AbortController()
    const { signal } = cancelling
    const whileCreated = () => void setTimeout(() => cancelling.abort(new Error('cancelled')), afterMs)
    const whileFilled = async () => signal.aborted || once(signal, 'abort')
    await expect(pivotClient({ minRequests: 1 }).ask({ signal, whileCreated, whileFilled })).rejects.toThrow()
  }
  expect(await ask()).toEqual(ALL)
  expect(wasCached()).toBe(true)
  expect(await cacheTableCount()).toBe(before + 1)
})

test.skipIf(isOnShards())('answers are right after the engine was killed and its cache tables are lost', async () => {
  const { ask, wasCached } = pivotClient()
  await ask()
  await ask()
  await killEngine()
  expect(await ask()).toEqual(ALL)
  expect(await ask()).toEqual(ALL)
  expect(wasCached()).toBe(true)
  await killEngine()
  await insertMessages(engine, [{ at: NOON, fields: { user: 'ada' } }])
  for (let time = 0; time < 2; time++) expect((await ask())['ada']).toBe(101)
  expect(wasCached()).toBe(true)
})

/** Resolves once it runs again. */
async function killEngine(): Promise<void> {
  process.kill(engine.pid() ?? 0, 'SIGKILL')
  await expect.poll(() => engine.state(), { interval: 1 }).not.toBe('up')
  await engine.ready(AbortSignal.timeout(60_000))
}
