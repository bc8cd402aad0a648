import { ClickHouseError } from '@clickhouse/client'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { compileScope } from '../scope/message-scope.ts'
import { engineSearchFailure } from '../search-errors.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { readTimePage } from './time-page.ts'

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z')
const DAYS = 20
const EACH_DAY = 30

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  // Each day is a part of the table.
  for (let day = 0; day < DAYS; day++) {
    const messages = Array.from({ length: EACH_DAY }, (_, minute) => ({
      at: new Date(NOON_MS + (day * 1440 + minute) * 60_000).toISOString(),
      message: `${day % 2 === 0 ? 'even' : 'odd'} ${day}-${minute}`,
    }))
    await insertMessages(store.engine, messages)
  }
})
afterAll(() => store[Symbol.asyncDispose]())

/** Reads a page and lists its statements; a statement with a shorter limit than `isSlowBelow` fails for time. */
async function read(
  order: 'ASC' | 'DESC',
  query: string,
  page: { limit: number; offset: number },
  { isSlowBelow = 0, table = sql`messages` } = {},
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
        if (seconds >= isSlowBelow) return real.rows(statement, options)
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
