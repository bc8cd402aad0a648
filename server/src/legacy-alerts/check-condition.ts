/** Checks one condition on the messages of its stream. */
import type { Measures } from '../search/measures/measures.ts'
import type { InstantRange } from '../search/scope/message-scope.ts'
import { streamOfCondition } from '../streams/stream-access.ts'
import type { CheckedUntil } from './conditions/condition-type.ts'
import { getConditionType } from './conditions/condition-types.ts'

export interface CheckedCondition {
  readonly stream_id: string
  readonly type: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface CheckResult {
  /** Why the condition is met; `undefined` if it is not. */
  readonly description: string | undefined
  readonly range: InstantRange
}

export interface CheckOptions {
  readonly until: CheckedUntil
  readonly turnOf: string
  readonly signal: AbortSignal
}

export type ConditionChecks = ReturnType<typeof createConditionChecks>

/** Messages per notification, however many its condition wants. */
export const MAX_CONDITION_BACKLOG = 1000
const LIMIT_SECONDS = 60

export function createConditionChecks(measures: Measures) {
  return {
    async check(condition: CheckedCondition, { until, turnOf, signal }: CheckOptions) {
      const type = getConditionType(condition.type)
      const range = type.range(condition.parameters, until)
      const selection = selectionOf(condition, range)
      const options = { turnOf, signal, seconds: LIMIT_SECONDS }
      const description = await type.check(condition.parameters, { measures, selection, options })
      return { description, range }
    },
    /** The newest messages of a check, as many as its condition wants. */
    async messages(condition: CheckedCondition, range: InstantRange, { turnOf, signal }: Omit<CheckOptions, 'until'>) {
      const { backlog } = getConditionType(condition.type).common(condition.parameters)
      const limit = Math.min(backlog, MAX_CONDITION_BACKLOG)
      if (limit === 0) return []
      const options = { turnOf, signal, seconds: LIMIT_SECONDS }
      return measures.messages(selectionOf(condition, range), { limit, order: 'newest-first' }, options)
    },
  }
}

const selectionOf = ({ stream_id, type, parameters }: CheckedCondition, range: InstantRange) => ({
  streams: streamOfCondition(stream_id),
  query: getConditionType(type).query(parameters),
  range,
})
