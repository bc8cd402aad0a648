import type { MessageList } from '@logyard/contract/search/search-types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createMessagePartitions } from '../../store/index-sets/message-partitions.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { compileScope, type InstantRange } from '../scope/message-scope.ts'
import { createSearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { clearMessages } from '../testing/start-search.ts'
import { createMessageListRunner } from './message-list.ts'

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z')
const DAY: InstantRange = { fromMs: NOON_MS - 12 * 3_600_000, toMs: NOON_MS + 12 * 3_600_000 - 1 }
const OTHER_STREAM = '0000000000000000000000ff'

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  await clearMessages(store.engine)
  await insertMinutes(0, 100)
})

/** A message for each minute after noon. */
async function insertMinutes(first: number, count: number, options: { index?: string; streams?: string[] } = {}) {
  const minutes = Array.from({ length: count }, (_, place) => first + place)
  await insertMessages(
    store.engine,
    minutes.map((minute) => ({
      at: new Date(NOON_MS + minute * 60_000).toISOString(),
      message: `${minute}`,
      ...options,
    })),
  )
}

/** Requests pages of the newest messages from one server. */
function startPages() {
  const runner = createMessageListRunner({ clock: fixedClock('2026-03-01T12:00:00.000Z') })
  const real = createSearchEngine({ engine: store.engine, clock: systemClock })
  return async function ask(
    limit: number,
    { range = DAY, streams = [TEST_STREAM] }: { range?: InstantRange; streams?: readonly string[] } = {},
  ) {
    const froms: number[] = []
    const schema = await schemaOf(store.engine)
    const readable = readableStreams(...streams)
    const scope = { streams: readable, range, conditions: [] }
    const list: MessageList = { id: 'list', type: 'messages', limit }
    const { messages, total_results } = await runner.run(list, {
      scope,
      range,
      isAllMessages: false,
      streams: readable,
      queryText: { kind: 'all' },
      schema,
      engine: {
        ...real,
        rows(statement, options) {
          const [, from] = /timestamp >= fromUnixTimestamp64Milli\((\d+)/.exec(statement.text) ?? []
          if (statement.text.includes('ORDER BY timestamp')) froms.push((Number(from) - NOON_MS) / 60_000)
          return real.rows(statement, options)
        },
      },
      signal: AbortSignal.timeout(30_000),
      nowMs: NOON_MS,
      from: compileScope(scope, schema, NOON_MS),
      covered: () => undefined,
    })
    return { minutes: messages.map(({ message }) => Number(message.message)), total_results, froms }
  }
}

const MIDNIGHT = -12 * 60
const down = (from: number, count: number) => Array.from({ length: count }, (_, place) => from - place)

test('a repeated request of the newest messages reads only from the remembered timestamp on', async () => {
  const ask = startPages()
  expect(await ask(10)).toEqual({ minutes: down(99, 10), total_results: 100, froms: [MIDNIGHT, 70] })
  // The first request finds the timestamp of the thirtieth message, and reads from there.
  expect(await ask(10)).toEqual({ minutes: down(99, 10), total_results: 100, froms: [70, 70] })
  await insertMinutes(100, 50)
  expect(await ask(10)).toEqual({ minutes: down(149, 10), total_results: 150, froms: [70, 120] })
  expect(await ask(10)).toEqual({ minutes: down(149, 10), total_results: 150, froms: [120, 120] })
})

test('late messages are on the page', async () => {
  const ask = startPages()
  await ask(10)
  await insertMinutes(95, 1)
  expect((await ask(10)).minutes).toEqual([99, 98, 97, 96, 95, 95, 94, 93, 92, 91])
})

test('after messages were deleted, older ones are read', async () => {
  await insertMinutes(100, 50, { index: 'other_0' })
  const ask = startPages()
  expect((await ask(10)).minutes).toEqual(down(149, 10))
  await createMessagePartitions(store.engine).drop('other_0')
  expect(await ask(10)).toEqual({ minutes: down(99, 10), total_results: 100, froms: [120, MIDNIGHT, 70] })
  expect((await ask(10)).froms).toEqual([70, 70])
})

test('the remembered timestamp is not used for other ranges, pages or streams', async () => {
  await insertMinutes(40, 20, { streams: [OTHER_STREAM] })
  const ask = startPages()
  await ask(10)
  expect((await ask(50)).minutes).toEqual(down(99, 50))
  expect((await ask(10, { streams: [OTHER_STREAM] })).minutes).toEqual(down(59, 10))
  const early = { ...DAY, toMs: NOON_MS + 60 * 60_000 }
  expect((await ask(10, { range: early })).minutes).toEqual(down(60, 10))
  const short = { ...DAY, fromMs: NOON_MS + 95 * 60_000 }
  expect((await ask(10, { range: short })).minutes).toEqual(down(99, 5))
  expect((await ask(10)).minutes).toEqual(down(99, 10))
})
