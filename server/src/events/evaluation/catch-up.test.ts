import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineUnderTest, startTestEngine } from '../../testing/start-index-sets.ts'
import { startEvaluation } from '../testing/start-evaluation.ts'

const START = '2026-03-02T12:00:00.000Z'
const SECOND_MS = 1000
/** Messages, in seconds after the start. */
const MESSAGES = [5.5, 5.6, 20.5, 21.5, 40.5] as const
const LENGTH_S = 45
/** On a busy machine a run is done in two parts. */
const MOST_RUNS = 5

let store: EngineUnderTest
beforeAll(async () => {
  store = await startTestEngine()
})
afterAll(() => store[Symbol.asyncDispose]())

const afterSeconds = (seconds: number) => new Date(Date.parse(START) + seconds * SECOND_MS).toISOString()

const EACH_SECOND = {
  type: 'aggregation-v1',
  query: '',
  streams: [],
  group_by: [],
  series: [],
  conditions: null,
  search_within_ms: SECOND_MS,
  execute_every_ms: SECOND_MS,
} as const satisfies ProcessorConfig
const SERIES = [{ id: 'count-', function: 'count', field: null }] as const
const ANY = {
  expr: '>',
  left: { expr: 'number-ref', ref: 'count-' },
  right: { expr: 'number', value: 0 },
} as const

/** The clock goes on at once, so a definition of each second is behind by all windows. */
async function evaluated(config: ProcessorConfig) {
  await using world = await startEvaluation(store.engine, START)
  await world.insert(...MESSAGES.map((seconds) => ({ at: afterSeconds(seconds) })))
  await world.define(config)
  await world.runUntil(afterSeconds(LENGTH_S))
  return { events: await world.events(), runs: world.runs() }
}

test('a definition that is behind makes the events of each window in few runs', async () => {
  const { events, runs } = await evaluated({
    ...EACH_SECOND,
    series: [...SERIES],
    conditions: { expression: ANY },
  })
  expect(events.map((line) => line.slice(0, 55))).toEqual([
    `${afterSeconds(6.001)} Watched: count()=2.0`,
    `${afterSeconds(21.001)} Watched: count()=1.0`,
    `${afterSeconds(22.001)} Watched: count()=1.0`,
    `${afterSeconds(41.001)} Watched: count()=1.0`,
  ])
  expect(runs).toBeLessThanOrEqual(MOST_RUNS)
})

test('a filter that is behind finds each message once in few runs', async () => {
  const { events, runs } = await evaluated(EACH_SECOND)
  expect(events).toEqual(MESSAGES.map((seconds) => `${afterSeconds(seconds)} Watched`))
  expect(runs).toBeLessThanOrEqual(MOST_RUNS)
})

test('a filter with overlapping windows that is behind finds a message in each of them', async () => {
  const { events } = await evaluated({ ...EACH_SECOND, search_within_ms: 2 * SECOND_MS })
  const found = MESSAGES.flatMap((seconds) => Array(2).fill(`${afterSeconds(seconds)} Watched`))
  expect(events).toEqual(found)
})
