/** Problems of the times that every condition has. */
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { cronProblem } from '../../scheduler/schedule-times.ts'

/** Longer windows would read more than a year of messages in each run. */
export const MAX_WINDOW_MS = 366 * 24 * 3_600_000

/** Problems of named durations, as the Graylog 4.0 API words them. */
export function durationProblems(durations: Readonly<Record<string, number>>): Readonly<Record<string, string[]>> {
  return Object.fromEntries(
    Object.entries(durations).flatMap(([name, ms]) => {
      if (ms <= 0) return [[name, [`Filter & Aggregation ${name} must be greater than 0.`]]]
      return ms > MAX_WINDOW_MS ? [[name, [`Filter & Aggregation ${name} must be at most ${MAX_WINDOW_MS}.`]]] : []
    }),
  )
}

/** Problems of durations of a condition that the Graylog 4.0 API does not have. */
export function ownDurationProblems(durations: Readonly<Record<string, number>>): Readonly<Record<string, string[]>> {
  const isRight = (ms: number) => ms > 0 && ms <= MAX_WINDOW_MS
  const wrong = Object.entries(durations).filter(([, ms]) => !isRight(ms))
  return Object.fromEntries(
    wrong.map(([name]) => [name, [`The time must be from 1 to ${MAX_WINDOW_MS} milliseconds.`]]),
  )
}

type CronConfig = Pick<ProcessorConfig, 'use_cron_scheduling' | 'cron_expression' | 'cron_timezone'>

export function cronProblems(config: CronConfig): Readonly<Record<string, string[]>> {
  if (config.use_cron_scheduling !== true) return {}
  const expression = config.cron_expression ?? ''
  const problem =
    expression.trim() === ''
      ? 'Cron expression cannot be empty.'
      : cronProblem(expression, config.cron_timezone ?? null)
  return problem === undefined ? {} : { cron_expression: [problem] }
}
