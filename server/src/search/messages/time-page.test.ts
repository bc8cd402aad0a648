import { ClickHouseError } from '@clickhouse/client'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createMessagePartitions } from '../../store/index-sets/message-partitions.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { compileScope } from '../scope/message-scope.ts'
import { engineSearchFailure } from '../search-errors.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { createTimePages } from './time-page.ts'

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z')
const DAYS = 20
const EACH_DAY = 30
const NEWEST_EVEN = 18

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  // Each day is a part of the table.
  for (let day = 0; day < DAYS; day++) {
    const messages = Array.from({ length: EACH_DAY }, (_, minute) => ({
      at: new Date(NOON_MS + (day * 1440 + minute) * 60_000).toISOString(),
      message: `${day % 2 === 0 ? 'even' : 'odd'} ${day}-${minute}`,
      index: day === NEWEST_EVEN ? 'even_0' : 'graylog_0',
    }))
    await insertMessages(store.engine, messages)
  }
})
afterAll(() => store[Symbol.asyncDispose]())

/**
 * Reads a page and lists its statements. A statement with a shorter limit than `isSlowBelow` fails for time, and others have
 * enough of it.
 */
async function read(
  order: 'ASC' | 'DESC',
  query: string,
  page: { limit: number; offset: number },
  { isSlowBelow = 0, table = sql`messages`, readTimePage = createTimePages() } = {},
) {
  const parsed = parseQuery(query, { allowLeadingWildcard: false })
  if (!parsed.ok) throw new Error('the query cannot be read')
  const range = { fromMs: NOON_MS, toMs: NOON_MS + DAYS * 86_400_000 }
  const schema = { ...(await schemaOf(store.engine)), table }
  const scope = { streams: readableStreams(TEST_STREAM), range, conditions: [parsed.tree] }
  const real = createSearchEngine({ engine: store.engine, clock: systemClock })
  const asked: string[] = []
  const found = await readTimePage(order, page, {
    scope,
    range,
    isAllMessages: false,
    streams: scope.streams,
    queryText: parsed.tree,
    schema,
    engine: {
      ...real,
      async rows(statement, options) {
        asked.push(statement.text)
        const { seconds = 60 } = options
        if (seconds >= isSlowBelow) return real.rows(statement, { ...options, seconds: 60 })
        const error = new ClickHouseError({ message: 'Timeout exceeded', code: '159', type: 'TIMEOUT_EXCEEDED' })
        throw engineSearchFailure(error, options.signal, { seconds })
      },
    },
    signal: AbortSignal.timeout(30_000),
    nowMs: NOON_MS,
    from: compileScope(scope, schema, NOON_MS),
    covered: () => undefined,
  })
  const messages = found?.messages.map(({ document }) => document.message)
  return { messages, total: found?.total, asked }
}

/** The messages of odd days, oldest first. */
const ODD = Array.from({ length: DAYS / 2 }, (_, n) => 2 * n + 1).flatMap((day) =>
  Array.from({ length: EACH_DAY }, (_, minute) => `odd ${day}-${minute}`),
)

test.each([
  { order: 'ASC', offset: 0, limit: 40 },
  { order: 'DESC', offset: 0, limit: 40 },
  { order: 'ASC', offset: 100, limit: 90 },
  { order: 'DESC', offset: 100, limit: 90 },
] as const)('a page of one text is read in one statement: $order from $offset', async ({ order, offset, limit }) => {
  const { messages, total, asked } = await read(order, 'message:odd', { limit, offset })
  expect(messages).toEqual((order === 'ASC' ? ODD : ODD.toReversed()).slice(offset, offset + limit))
  expect(total).toBeUndefined()
  expect(asked).toHaveLength(1)
})

test('a page of all messages has their number, also if it starts after the last one', async () => {
  expect(await read('DESC', 'message:odd', { limit: 400, offset: 0 })).toMatchObject({
    messages: ODD.toReversed(),
    total: ODD.length,
  })
  expect(await read('ASC', 'message:odd', { limit: 10, offset: 450 })).toMatchObject({
    messages: [],
    total: ODD.length,
  })
  expect(await read('ASC', 'message:neither', { limit: 10, offset: 0 })).toMatchObject({ messages: [], total: 0 })
})

test('what takes long part by part is read from all parts at once', async () => {
  const { messages, asked } = await read('DESC', 'message:odd', { limit: 40, offset: 0 }, { isSlowBelow: 0.5 })
  expect(messages).toEqual(ODD.toReversed().slice(0, 40))
  expect(asked.map((text) => text.includes('read_in_order_use_virtual_row'))).toEqual([true, false])
})

test('words without a field that take long part by part are left to others, who look for timestamps first', async () => {
  const { messages, asked } = await read('DESC', 'odd', { limit: 40, offset: 0 }, { isSlowBelow: 0.5 })
  expect(messages).toBeUndefined()
  expect(asked).toHaveLength(1)
})

test('a page that takes long both ways is left to others', async () => {
  const { messages, asked } = await read('DESC', 'message:odd', { limit: 40, offset: 0 }, { isSlowBelow: 10 })
  expect(messages).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('the tables of two versions are read without virtual rows, which mix up the order of several tables', async () => {
  const both = sql`(SELECT * FROM messages WHERE message LIKE 'odd%' UNION ALL SELECT * FROM messages WHERE message LIKE 'even%')`
  const { messages, asked } = await read('DESC', 'message:odd', { limit: 40, offset: 0 }, { table: both })
  expect(messages).toEqual(ODD.toReversed().slice(0, 40))
  expect(asked.filter((text) => text.includes('virtual_row'))).toEqual([])
})

/** The start of the range of a statement, in minutes from the first message on. */
const startOf = (statement: string | undefined) =>
  (Number(/timestamp >= fromUnixTimestamp64Milli\((\d+)/.exec(statement ?? '')?.[1]) - NOON_MS) / 60_000

test('a repeated page is read from the end of the last one on, unless there are too few messages since', async () => {
  const readTimePage = createTimePages()
  const page = { limit: 10, offset: 0 }
  const ask = () => read('DESC', 'message:even', page, { readTimePage })
  const newest = ODD.slice(-10)
    .toReversed()
    .map((text) => text.replace('odd 19', 'even 18'))
  const first = await ask()
  expect(first).toMatchObject({ messages: newest })
  expect(startOf(first.asked[0])).toBe(0)
  const again = await ask()
  expect(again).toMatchObject({ messages: newest })
  expect(again.asked.map(startOf)).toEqual([18 * 1440])

  const lateMs = NOON_MS + (18 * 1440 + 28) * 60_000 + 1
  await insertMessages(store.engine, [{ at: new Date(lateMs).toISOString(), message: 'even late', index: 'even_0' }])
  expect((await ask()).messages).toEqual([newest[0], 'even late', ...newest.slice(1, 9)])

  await createMessagePartitions(store.engine).drop('even_0')
  const older = await ask()
  expect(older.messages).toEqual(newest.map((text) => text.replace('even 18', 'even 16')))
  expect(older.asked.map(startOf)).toEqual([18 * 1440 + 1, 0])
})
