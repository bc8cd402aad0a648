import type { AbsenceConfig } from '@logyard/contract/events/processor-configs'
import { expect, test } from 'vitest'
import type { MeasuredGroup } from '../../../search/measures/measures.ts'
import { readableForServer } from '../../../streams/stream-access.ts'
import type { EvaluationInput } from '../../event-processor.ts'
import { evaluatedDefinition } from '../../testing/evaluated-definition.ts'
import { createAbsence } from './absence.ts'

const SECOND_MS = 1000
const START_MS = Date.parse('2026-03-01T10:00:00.000Z')

const config: AbsenceConfig = {
  type: 'absence-v1',
  query: '',
  streams: [],
  group_by: [],
  silence_ms: 10 * SECOND_MS,
  remember_ms: 60 * SECOND_MS,
  execute_every_ms: SECOND_MS,
}

/** The last message was at the start; the processor asks for it at each end. */
function startAbsence() {
  const asked: number[] = []
  const last: MeasuredGroup = { key: [], streams: [], values: new Map([['last', START_MS]]) }
  const absence = createAbsence({
    messageStreams: async () => [],
    measures: {
      async groups({ range }) {
        asked.push(range.toMs)
        return [last]
      },
    },
  })
  const inputOf = (toMs: number, cursor: unknown): EvaluationInput<AbsenceConfig> => ({
    definition: evaluatedDefinition(config, { number: 1, title: 'Silent', ownerId: 'owner' }),
    config,
    range: { fromMs: START_MS, toMs },
    select: async ({ query }, range) => ({ streams: readableForServer('search events'), query, range }),
    options: { signal: new AbortController().signal, turnOf: 'owner' },
    cursor,
    state: { untilMs: START_MS },
    nowMs: toMs,
    findTable: () => undefined,
    hasTime: () => true,
  })
  return { absence, asked, inputOf }
}

test('a run over a long past looks at some ends at a time, and goes on behind them', async () => {
  const { absence, asked, inputOf } = startAbsence()
  const toMs = START_MS + 100 * SECOND_MS
  const first = await absence.evaluate(inputOf(toMs, undefined))
  expect(asked).toHaveLength(60)
  expect(first.events.map(({ timestampMs }) => timestampMs)).toEqual([START_MS + 10 * SECOND_MS])
  const second = await absence.evaluate(inputOf(toMs, first.cursor))
  expect(asked).toEqual(Array.from({ length: 100 }, (_, place) => START_MS + (place + 1) * SECOND_MS))
  expect(second).toMatchObject({ events: [], stillMet: [[]], state: { untilMs: toMs } })
  expect(second.cursor).toBeUndefined()
})

test('a run over centuries neither computes all of its ends first nor blocks the server', async () => {
  const { absence, asked, inputOf } = startAbsence()
  const { cursor } = await absence.evaluate(inputOf(START_MS + 500 * 366 * 86_400 * SECOND_MS, undefined))
  expect(asked).toHaveLength(60)
  expect(cursor).toEqual({ endMs: asked.at(-1) })
})

test.each([
  ['where the schedule is', START_MS + 5 * SECOND_MS],
  ['at its range, if it was disabled meanwhile', undefined],
])('a run whose last one ended in the future goes on %s', async (_, evaluatedToMs) => {
  const { absence, inputOf } = startAbsence()
  const input = inputOf(START_MS + 15 * SECOND_MS, undefined)
  // With a cron expression there may be a gap before the range.
  const fromMs = START_MS + (evaluatedToMs === undefined ? 9 : 14) * SECOND_MS + 1
  const state = { untilMs: START_MS + 7200 * SECOND_MS }
  const { events, ...rest } = await absence.evaluate({
    ...input,
    range: { ...input.range, fromMs },
    state,
    evaluatedToMs,
  })
  expect(events.map(({ timestampMs }) => timestampMs)).toEqual([START_MS + 10 * SECOND_MS])
  expect(rest).toMatchObject({ state: { untilMs: input.range.toMs } })
})
