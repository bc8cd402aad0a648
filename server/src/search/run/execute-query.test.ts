import { QueryResult } from '@logyard/contract/search/search-jobs'
import { sql } from '@logyard/languages/sql/sql'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createFairQueue } from '../../platform/fair-queue/fair-queue.ts'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { createMessageListRunner } from '../messages/message-list.ts'
import { createPivotRunner } from '../pivot/pivot.ts'
import { createParameterValues } from '../plan/parameters.ts'
import { planQuery } from '../plan/plan-query.ts'
import { searchCancelled } from '../search-errors.ts'
import { createAnswerMemory } from '../statements/answer-memory.ts'
import type { JsonChunks } from '../statements/json-chunks.ts'
import { createSearchEngine, type SearchEngine } from '../statements/search-engine.ts'
import { insertMessages, schemaOf, TEST_STREAM } from '../testing/message-table.ts'
import { readableStreams } from '../testing/readable-streams.ts'
import { eventListRunner } from './event-list.ts'
import { executeQuery } from './execute-query.ts'

let store: EngineUnderTest

beforeAll(async () => {
  store = await startTestEngine()
  const messages = Array.from({ length: 160 }, (_, n) => ({
    at: new Date(Date.parse('2026-03-01T08:00:00.000Z') + n * 60_000).toISOString(),
    message: `minute ${n}`,
  }))
  await insertMessages(store.engine, messages)
})
afterAll(() => store[Symbol.asyncDispose]())

const NOW = '2026-03-01T12:00:00.000Z'
const FOUR_HOURS = { type: 'absolute', from: '2026-03-01T08:00:00.000Z', to: NOW } as const

/** Runs a list of messages whose statements take a second each; the tenth part of the count never ends. */
async function stuckQuery() {
  const clock = fixedClock(NOW)
  const stopping = new AbortController()
  const real = createSearchEngine({ engine: store.engine, clock: systemClock })
  const stuck = Promise.withResolvers<void>()
  let counts = 0
  const engine: SearchEngine = {
    ...real,
    async rows(statement, options) {
      clock.advance(1000)
      // Too many messages to be counted at once.
      if (statement.text.includes('max_rows_to_read'))
        return real.rows(sql`${statement}, max_rows_to_read = 1`, options)
      if (statement.text.startsWith('SELECT count()') && ++counts === 10) {
        stuck.resolve()
        await new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)))
      }
      return real.rows(statement, options)
    },
  }
  const plan = await planQuery(
    {
      id: 'q',
      query: { type: 'elasticsearch', query_string: 'message:minute' },
      timerange: FOUR_HOURS,
      filter: { type: 'stream', id: TEST_STREAM },
      search_types: [{ id: 'm', type: 'messages', limit: 2 }],
    },
    {
      state: {},
      values: createParameterValues([], {}),
      nowMs: Date.parse(NOW),
      allowLeadingWildcard: false,
      permit: (ids) => readableStreams(...ids),
    },
  )
  const running = executeQuery(plan, {
    engine,
    runners: { messages: createMessageListRunner({ clock }), events: eventListRunner, pivot: createPivotRunner({}) },
    schema: await schemaOf(store.engine),
    clock,
    log: createLog('off'),
    nowMs: Date.parse(NOW),
    signal: stopping.signal,
    budget: createAnswerMemory().open('ada'),
    turns: createFairQueue({ clock, places: 4, waiting: 100 }),
  })
  await stuck.promise
  await expect.poll(() => Object.keys(resultOf(running.partial()).search_types)).toEqual(['m'])
  return { running, stop: () => stopping.abort(searchCancelled()) }
}

// Nine parts of a quarter of an hour, with a millisecond between them.
const counted = { type: 'absolute', from: '2026-03-01T09:44:59.992Z', to: NOW }
const resultOf = (json: JsonChunks) => Value.Parse(QueryResult, JSON.parse(Buffer.concat(json).toString()))
const newest = (result: QueryResult) => {
  const list = result.search_types['m']
  if (list?.type !== 'messages') throw new Error('there is no list of messages')
  const { messages, total_results, effective_timerange } = list
  return { texts: messages.map(({ message }) => message.message), total_results, effective_timerange }
}

test('a running query reports how far back it has read, and its partial results', async () => {
  const { running, stop } = await stuckQuery()
  expect(running.progress()).toEqual({
    search_types: { done: 0, total: 1 },
    covered: counted,
    range: FOUR_HOURS,
  })
  expect(resultOf(running.partial()).state).toBe('INCOMPLETE')
  expect(newest(resultOf(running.partial())).texts).toEqual(['minute 159', 'minute 158'])
  stop()
  await running.result
})

test('a cancelled query has its partial results and their range', async () => {
  const { running, stop } = await stuckQuery()
  stop()
  const result = resultOf((await running.result).json)
  expect(newest(result)).toMatchObject({ texts: ['minute 159', 'minute 158'], effective_timerange: counted })
  expect(result.errors).toEqual([
    {
      type: 'search_type',
      description: 'The search was cancelled before it was done.',
      code: 'search-cancelled',
      query_id: 'q',
      search_type_id: 'm',
    },
  ])
})
