import { ClickHouseError } from '@clickhouse/client'
import type { MessageList } from '@logyard/contract/search/search-types'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { sql } from '@logyard/languages/sql/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createMessagePartitions } from '../../store/index-sets/message-partitions.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { shareRows } from '../run/share-rows.ts'
import { compileScope, type MessageScope, messagesIn } from '../scope/message-scope.ts'
import { engineSearchFailure } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import { createSearchEngine, type SearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { everythingOutside, readableStreams } from '../testing/readable-streams.ts'
import { countMessages } from './count-messages.ts'
import { createMessageListRunner } from './message-list.ts'

const FIRST_MS = Date.parse('2026-03-01T00:00:00.000Z')
const LAST_MS = Date.parse('2026-03-01T12:00:00.000Z')
const MESSAGES = 300
const EVENTS = 5
const DAY = { fromMs: FIRST_MS, toMs: LAST_MS }

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  // Eleven per millisecond, so that pages start and end in the middle of them.
  const messages = Array.from({ length: MESSAGES }, (_, n) => ({
    at: new Date(FIRST_MS + Math.floor(n / 11) * 60_000).toISOString(),
    message: `message ${n}`,
    index: n % 2 === 0 ? 'graylog_0' : 'other_0',
  }))
  await insertMessages(store.engine, messages)
  const events = Array.from({ length: EVENTS }, () => ({ at: new Date(FIRST_MS).toISOString(), index: 'gl-events_0' }))
  await insertMessages(store.engine, events)
})
afterAll(() => store[Symbol.asyncDispose]())

async function contextOf(scope: MessageScope, change: (engine: SearchEngine) => SearchEngine = (engine) => engine) {
  const schema = await schemaOf(store.engine)
  return {
    scope,
    range: scope.range,
    isAllMessages: false,
    streams: readableStreams(TEST_STREAM),
    queryText: { kind: 'all' },
    schema,
    engine: shareRows(change(createSearchEngine({ engine: store.engine, clock: systemClock }))),
    signal: AbortSignal.timeout(30_000),
    nowMs: LAST_MS,
    from: compileScope(scope, schema, LAST_MS),
    covered: () => undefined,
  } satisfies SearchTypeContext
}

const outsideEvents: MessageScope = { streams: everythingOutside('gl-events_0'), range: DAY, conditions: [] }

/** Both match all messages, but no events. */
const [ofText, ofWord] = ['message:message', 'message'].map((query): MessageScope => {
  const parsed = parseQuery(query, { allowLeadingWildcard: false })
  if (!parsed.ok) throw new Error('the query cannot be read')
  return { ...outsideEvents, conditions: [parsed.tree] }
}) as [MessageScope, MessageScope]

/** A slow store: no statement ends within a second. */
const slow = (engine: SearchEngine): SearchEngine => ({
  ...engine,
  async rows(sql, options) {
    const { seconds } = options
    if (seconds === undefined) return engine.rows(sql, options)
    const error = new ClickHouseError({ message: 'Timeout exceeded', code: '159', type: 'TIMEOUT_EXCEEDED' })
    throw engineSearchFailure(error, options.signal, { seconds })
  },
})

test.each([
  { title: 'newest first', scope: outsideEvents, order: 'DESC', change: undefined },
  { title: 'oldest first', scope: outsideEvents, order: 'ASC', change: undefined },
  { title: 'newest first in a slow store', scope: outsideEvents, order: 'DESC', change: slow },
  { title: 'of a text, newest first', scope: ofText, order: 'DESC', change: undefined },
  { title: 'of a text, oldest first', scope: ofText, order: 'ASC', change: undefined },
  { title: 'of a text, newest first in a slow store', scope: ofText, order: 'DESC', change: slow },
  { title: 'of a word, newest first', scope: ofWord, order: 'DESC', change: undefined },
  { title: 'of a word, newest first in a slow store', scope: ofWord, order: 'DESC', change: slow },
] as const)('pages have every message once, $title', async ({ scope, order, change }) => {
  const runner = createMessageListRunner({ clock: fixedClock('2026-03-01T12:00:00.000Z') })
  const context = await contextOf(scope, change)
  const ids: unknown[] = []
  const instants: string[] = []
  for (let offset = 0; offset < MESSAGES + 7; offset += 7) {
    const sort = [{ field: 'timestamp', order } as const]
    const list: MessageList = { id: 'list', type: 'messages', limit: 7, offset, sort }
    const { messages, total_results } = await runner.run(list, context)
    expect(total_results).toBe(MESSAGES)
    ids.push(...messages.map(({ message }) => message._id))
    instants.push(...messages.map(({ message }) => message.timestamp))
  }
  expect(new Set(ids).size).toBe(MESSAGES)
  expect(ids.length).toBe(MESSAGES)
  const sorted = instants.toSorted()
  expect(instants).toEqual(order === 'ASC' ? sorted : sorted.reverse())
})

test('messages with equal timestamps that fill several pages are all on some page', async () => {
  const index = 'one_0'
  const at = new Date(LAST_MS).toISOString()
  await insertMessages(
    store.engine,
    Array.from({ length: 90 }, (_, n) => ({ at, index, message: `at once ${n}` })),
  )
  const indices = ['graylog_0', 'other_0', 'gl-events_0']
  const context = await contextOf({ ...outsideEvents, streams: everythingOutside(...indices) })
  const runner = createMessageListRunner({ clock: fixedClock('2026-03-01T12:00:00.000Z') })
  const ids = new Set<unknown>()
  for (let offset = 0; offset < 90; offset += 30) {
    const { messages } = await runner.run({ id: 'list', type: 'messages', limit: 30, offset }, context)
    for (const { message } of messages) ids.add(message._id)
  }
  expect(ids.size).toBe(90)
  await createMessagePartitions(store.engine).drop('one_0')
})

test('a page with all messages needs no separate count', async () => {
  const asked: string[] = []
  const context = await contextOf(ofText, (engine) => ({
    ...engine,
    rows(statement, options) {
      asked.push(statement.text)
      return engine.rows(statement, options)
    },
  }))
  const runner = createMessageListRunner({ clock: fixedClock('2026-03-01T12:00:00.000Z') })
  const list: MessageList = { id: 'list', type: 'messages', limit: MESSAGES + 1 }
  const { messages, total_results } = await runner.run(list, context)
  expect(messages.length).toBe(MESSAGES)
  expect(total_results).toBe(MESSAGES)
  expect(asked.filter((text) => text.includes('count()'))).toEqual([])
})

test.each<{ readonly title: string; readonly scope: MessageScope; readonly count: number }>([
  { title: 'all but events', scope: outsideEvents, count: MESSAGES },
  { title: 'everything', scope: { ...outsideEvents, streams: everythingOutside() }, count: MESSAGES + EVENTS },
  { title: 'one minute', scope: { ...outsideEvents, range: { fromMs: FIRST_MS, toMs: FIRST_MS } }, count: 11 },
  { title: 'no time at all', scope: { ...outsideEvents, range: { fromMs: LAST_MS, toMs: FIRST_MS } }, count: 0 },
  { title: 'no stream', scope: { ...outsideEvents, streams: readableStreams() }, count: 0 },
  {
    title: 'one stream and another',
    scope: { ...outsideEvents, streams: readableStreams(hexId(7), TEST_STREAM) },
    count: MESSAGES + EVENTS,
  },
  {
    title: 'streams that have no message',
    scope: { ...outsideEvents, streams: readableStreams(hexId(7), hexId(8)) },
    count: 0,
  },
  {
    title: 'more streams than the engine searches for at once',
    scope: {
      ...outsideEvents,
      streams: readableStreams(...Array.from({ length: 450 }, (_, n) => hexId(n + 2)), TEST_STREAM),
    },
    count: MESSAGES + EVENTS,
  },
  { title: 'a stream that has no message', scope: { ...outsideEvents, streams: readableStreams(hexId(7)) }, count: 0 },
])('$title is counted exactly', async ({ scope, count }) => {
  const context = await contextOf(scope)
  const { engine, schema, signal } = context
  const counted = await countMessages(context, { clock: fixedClock('2026-03-01T12:00:00.000Z') }, () => undefined)
  expect(counted).toBe(count)
  const [read] = await engine.rows(sql`SELECT count(id) FROM ${messagesIn(scope, schema, LAST_MS)}`, { signal })
  expect(Number(read?.[0])).toBe(count)
})

function hexId(number: number): string {
  return number.toString(16).padStart(24, '0')
}
