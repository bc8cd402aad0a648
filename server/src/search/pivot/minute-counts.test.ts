/** Histograms and totals by the counts of minutes are those of the messages themselves. */
import type { Pivot } from '@logyard/contract/search/search-types'
import { SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { type ScopedSql, sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { minuteCounts as migration } from '../../store/engine/migrations/008-minute-counts.ts'
import { COUNTS_PROJECTION } from '../../store/engine/minute-counts.ts'
import { createStreamAccess } from '../../streams/stream-access.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { isOnShards } from '../../testing/on-shards.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { countMessages } from '../messages/count-messages.ts'
import { compileScope, type InstantRange, minuteCounts } from '../scope/message-scope.ts'
import type { SearchTypeContext } from '../search-type.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { everythingOutside, readableStreams } from '../testing/readable-streams.ts'
import { compileLevel } from './compile-level.ts'
import { runPivot } from './pivot.ts'
import { findGroups } from './pivot-groups.ts'
import { minuteSource } from './pivot-sql.ts'

const OTHER_STREAM = '0000000000000000000000ff'
const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z')
const STARTS_MS = [NOON_MS, Date.UTC(1950, 5, 1), Date.UTC(1969, 11, 31, 23, 58), Date.UTC(2280, 0, 1)]
/** The same numbers in each run. */
let seed = 29
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  const change = (what: ReturnType<typeof sql>) =>
    store.engine.stores.changeColumns(async ({ client }) => {
      await client.command({ query: sql`ALTER TABLE messages ${what}` })
    })
  // Parts that were stored before there were counts are read message by message.
  await change(sql`DROP PROJECTION counts`)
  await insertRandom(200)
  await change(sql`ADD PROJECTION counts (${COUNTS_PROJECTION})`)
  await insertRandom(400)
})
afterAll(() => store[Symbol.asyncDispose]())

async function insertRandom(count: number) {
  const messages = Array.from({ length: count }, (_, place) => {
    const startMs = STARTS_MS[place % STARTS_MS.length] ?? 0
    // Some are exactly at the ends of minutes.
    const ms = startMs + random(300) * 60_000 + ([0, 59_999, random(60_000)][random(3)] ?? 0)
    return {
      at: new Date(ms).toISOString(),
      index: random(3) === 0 ? 'other_0' : 'graylog_0',
      streams: [[TEST_STREAM], [OTHER_STREAM], [TEST_STREAM, OTHER_STREAM]][random(3)] ?? [],
    }
  })
  await insertMessages(store.engine, messages)
}

/** Searches with the counts of minutes, or without them. */
async function searching(range: InstantRange, streams: SearchTypeContext['scope']['streams'], isCounted: boolean) {
  const schema = await schemaOf(store.engine)
  const engine = createSearchEngine({ engine: store.engine, clock: systemClock })
  const asked: ScopedSql[] = []
  const table = isCounted ? schema.table : sql`(SELECT * FROM messages)`
  const scope = { streams, range, conditions: [] }
  return {
    asked,
    scope,
    range,
    isAllMessages: false,
    streams: readableStreams(TEST_STREAM),
    queryText: { kind: 'all' as const },
    schema: { ...schema, table },
    engine: {
      ...engine,
      rows(statement, options) {
        asked.push(statement)
        return engine.rows(statement, options)
      },
    },
    signal: AbortSignal.timeout(30_000),
    nowMs: NOON_MS,
    from: compileScope(scope, { ...schema, table }, NOON_MS),
    covered: () => undefined,
  } satisfies SearchTypeContext & { asked: readonly ScopedSql[] }
}

const histogram = (timeunit: string): Pivot => ({
  id: 'p',
  type: 'pivot',
  row_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'timeunit', timeunit } }],
  series: [{ type: 'count', id: 'count()' }],
  sort: [],
  rollup: true,
})

const ranges = (): readonly InstantRange[] => [
  { fromMs: Date.UTC(1900, 0, 1), toMs: Date.UTC(2299, 11, 31) },
  { fromMs: NOON_MS, toMs: NOON_MS + 59_999 },
  { fromMs: NOON_MS + 1, toMs: NOON_MS + 120_000 },
  { fromMs: NOON_MS, toMs: NOON_MS + 60_000 },
  ...STARTS_MS.flatMap((startMs) =>
    Array.from({ length: 8 }, () => {
      const fromMs = startMs + random(300) * 60_000 + ([0, 1, 59_999, random(60_000)][random(4)] ?? 0)
      return { fromMs, toMs: fromMs + random(8_000_000) }
    }),
  ),
]

test.each([
  { title: 'a stream', streams: readableStreams(TEST_STREAM) },
  { title: 'two streams', streams: readableStreams(TEST_STREAM, OTHER_STREAM) },
  { title: 'no stream', streams: readableStreams() },
  { title: 'everything', streams: everythingOutside() },
  { title: 'everything but an index', streams: everythingOutside('other_0') },
])('histograms and totals of $title are those of the messages', async ({ streams }) => {
  for (const range of ranges()) {
    const [counted, read] = [await searching(range, streams, true), await searching(range, streams, false)]
    const clock = fixedClock('2026-03-01T12:00:00.000Z')
    const [total, expected] = [
      await countMessages(counted, { clock }, () => undefined),
      await countMessages(read, { clock }, () => undefined),
    ]
    expect(total).toBe(expected)
    for (const unit of ['1m', '7m', '1h', '1d', '1w', '1M']) {
      expect(await runPivot(histogram(unit), counted)).toEqual(await runPivot(histogram(unit), read))
    }
  }
})

const HOUR = { fromMs: NOON_MS + 1, toMs: NOON_MS + 3_600_000 }

const alone = test.skipIf(isOnShards())

alone('the engine reads the projection for whole minutes, and messages at the ends of the range only', async () => {
  const context = await searching(HOUR, everythingOutside('other_0'), true)
  const counts = minuteCounts(context.scope, context.schema)
  if (counts === undefined) throw new Error('the messages are read')
  const explained = sql`EXPLAIN SELECT sum(messages) FROM ${counts}`
  const answer = await store.engine.client.query({ query: explained, format: 'JSONEachRow' })
  const plan = (await answer.json<{ explain: string }>()).map(({ explain }) => explain).join('\n')
  expect(plan).toContain('ReadFromMergeTree (counts)')
})

test('a reader of some system events only has the messages counted one by one', async () => {
  const holds = (permission: string) => !permission.startsWith('notifications:read:')
  const reader = createStreamAccess({ list: async () => [] }).require(
    { userId: 'r', username: 'reader', holds, require: () => undefined },
    [TEST_STREAM, SYSTEM_EVENTS_STREAM_ID],
  )
  const context = await searching(HOUR, reader, true)
  expect(minuteCounts(context.scope, context.schema)).toBeUndefined()
})

test('groups are limited by their number, not by the number of minutes', async () => {
  const context = await searching({ fromMs: NOON_MS, toMs: NOON_MS + 20_000_000 }, everythingOutside(), true)
  const { schema, range } = context
  const counts = minuteCounts(context.scope, schema)
  if (counts === undefined) throw new Error('the messages are read')
  const levels = ['1d', '1w'].map((timeunit) => {
    const interval = { type: 'timeunit', timeunit } as const
    const about = { sort: [], series: [], schema, rangeMs: range.toMs - range.fromMs }
    return compileLevel({ type: 'time', field: 'timestamp', interval }, about)
  })
  await findGroups(minuteSource(counts, levels, []), context, 20)
  expect(context.asked).toHaveLength(1)
})

test('the whole time is from the first to the last message', async () => {
  const range = { fromMs: Date.UTC(1900, 0, 1), toMs: NOON_MS + 20_000_000 }
  for (const streams of [readableStreams(OTHER_STREAM), everythingOutside(), readableStreams()]) {
    const counted = { ...(await searching(range, streams, true)), isAllMessages: true }
    const read = { ...(await searching(range, streams, false)), isAllMessages: true }
    expect(await runPivot(histogram('1h'), counted)).toEqual(await runPivot(histogram('1h'), read))
  }
})

test('the migration counts what is stored already', async () => {
  const { stores } = store.engine
  await stores.changeColumns(async ({ client }) => {
    await client.command({ query: sql`ALTER TABLE messages DROP PROJECTION counts` })
    await migration.apply(client, AbortSignal.timeout(30_000))
  })
  const uncounted = sql`SELECT count() FROM system.parts WHERE database = currentDatabase() AND table = 'messages' AND active
    AND NOT has(projections, 'counts')`
  for (const { client } of stores.complete()) {
    await expect
      .poll(async () => await (await client.query({ query: uncounted, format: 'JSONCompactEachRow' })).json(), {
        timeout: 30_000,
      })
      .toEqual([[0]])
  }
  for (const range of ranges()) {
    const [counted, read] = [
      await searching(range, readableStreams(TEST_STREAM), true),
      await searching(range, readableStreams(TEST_STREAM), false),
    ]
    expect(await runPivot(histogram('1h'), counted)).toEqual(await runPivot(histogram('1h'), read))
  }
})

test('intervals of seconds, and other figures than counts, read the messages', async () => {
  const others: readonly Pivot[] = [
    histogram('30s'),
    { ...histogram('1h'), series: [{ type: 'max', id: 'max', field: 'timestamp' }] },
    { ...histogram('1h'), row_groups: [{ type: 'values', field: 'source', limit: 5 }] },
  ]
  for (const pivot of others) {
    const context = await searching(HOUR, readableStreams(TEST_STREAM), true)
    await runPivot(pivot, context)
    expect(context.asked.filter(({ text }) => text.includes('AS minute'))).toEqual([])
  }
  const context = await searching(HOUR, readableStreams(TEST_STREAM), true)
  await runPivot(histogram('1m'), context)
  expect(context.asked.filter(({ text }) => text.includes('AS minute'))).toHaveLength(1)
})
