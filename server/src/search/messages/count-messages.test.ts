import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { compileScope, type InstantRange } from '../scope/message-scope.ts'
import type { SearchTypeContext } from '../search-type.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { countMessages } from './count-messages.ts'

let store: EngineUnderTest

const FIRST_MS = Date.parse('2026-03-01T00:00:00.000Z')
const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z')
const MESSAGES = 1000
const OTHER_STREAM = '0000000000000000000000ff'

beforeAll(async () => {
  store = await startTestEngine()
  // Several per millisecond, so that parts may meet in the middle of them.
  const messages = Array.from({ length: MESSAGES }, (_, n) => {
    const atMs = FIRST_MS + Math.floor(n / 3) * 997 * 100
    return { at: new Date(Math.min(atMs, NOW_MS)).toISOString() }
  })
  await insertMessages(store.engine, messages)
})
afterAll(() => store[Symbol.asyncDispose]())

const parsed = parseQuery('message:message', { allowLeadingWildcard: false })
if (!parsed.ok) throw new Error('the query cannot be read')
/** Matches all messages, but no index can tell that. */
const OF_TEXT = [parsed.tree]

/** Counts on a real engine whose statements seem to take `tookMs`. */
async function count(
  tookMs: number,
  range: InstantRange,
  {
    isAllMessages = false,
    conditions = OF_TEXT,
    streams = [TEST_STREAM],
    refuses = false,
  }: {
    readonly isAllMessages?: boolean
    readonly conditions?: readonly QueryNode[]
    readonly streams?: readonly string[]
    /** Statements with a read limit fail with too many rows. */
    readonly refuses?: boolean
  } = {},
) {
  const clock = fixedClock('2026-03-01T12:00:00.000Z')
  const engine = createSearchEngine({ engine: store.engine, clock: systemClock })
  const schema = await schemaOf(store.engine)
  const asked: string[] = []
  const scope = { streams: readableStreams(...streams), range, conditions }
  const context: SearchTypeContext = {
    scope,
    range,
    isAllMessages,
    streams: scope.streams,
    queryText: { kind: 'all' },
    schema,
    engine: {
      ...engine,
      rows(statement, options) {
        clock.advance(tookMs)
        asked.push(statement.text)
        const isLimited = statement.text.includes('max_rows_to_read')
        return engine.rows(refuses && isLimited ? sql`${statement}, max_rows_to_read = 1` : statement, options)
      },
    },
    signal: AbortSignal.timeout(30_000),
    nowMs: NOW_MS,
    from: compileScope(scope, schema, NOW_MS),
    covered: () => undefined,
  }
  const parts: { readonly total: number; readonly fromMs: number }[] = []
  const total = await countMessages(context, { clock }, (part) => parts.push(part))
  return { total, parts, asked }
}

const DAY = { fromMs: FIRST_MS, toMs: NOW_MS }

test('what needs little reading is counted at once', async () => {
  const { total, parts } = await count(3, DAY)
  expect(total).toBe(MESSAGES)
  expect(parts).toEqual([{ total: MESSAGES, fromMs: FIRST_MS }])
})

test('a fast count has two parts', async () => {
  const { total, parts } = await count(3, DAY, { refuses: true })
  expect(total).toBe(MESSAGES)
  expect(parts).toHaveLength(2)
  expect(parts.at(-1)).toEqual({ total: MESSAGES, fromMs: FIRST_MS })
})

test('a slow count has several parts, newest first, and counts each message once', async () => {
  const { total, parts } = await count(1000, DAY, { refuses: true })
  expect(total).toBe(MESSAGES)
  expect(parts.length).toBeGreaterThan(10)
  expect(parts.length).toBeLessThan(20)
  expect(parts.at(-1)?.fromMs).toBe(FIRST_MS)
  for (const [index, part] of parts.slice(1).entries()) {
    expect(part.fromMs).toBeLessThan(parts[index]?.fromMs ?? 0)
    expect(part.total).toBeGreaterThanOrEqual(parts[index]?.total ?? 0)
  }
})

test('a range from the beginning of time starts with the first message', async () => {
  const { total, parts } = await count(1000, { fromMs: 0, toMs: NOW_MS }, { isAllMessages: true, refuses: true })
  expect(total).toBe(MESSAGES)
  expect(parts.at(-1)?.fromMs).toBe(FIRST_MS)
})

test('a range of one instant, and an empty range', async () => {
  for (const refuses of [false, true]) {
    expect((await count(1000, { fromMs: FIRST_MS, toMs: FIRST_MS }, { refuses })).total).toBe(3)
    expect((await count(1000, { fromMs: FIRST_MS, toMs: FIRST_MS - 1 }, { refuses })).total).toBe(0)
  }
})

test.each([{ streams: [TEST_STREAM] }, { streams: [TEST_STREAM, OTHER_STREAM] }])(
  'a range without a query is counted at once ($streams)',
  async ({ streams }) => {
    const { total, parts, asked } = await count(1000, DAY, { conditions: [], streams })
    expect(total).toBe(MESSAGES)
    expect(asked).toHaveLength(1)
    expect(parts).toEqual([{ total: MESSAGES, fromMs: FIRST_MS }])
  },
)
