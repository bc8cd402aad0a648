import type { Clock } from '../../platform/clock.ts'

/** Times and exceptions of stream rules, collected while a block is processed. */
export interface StreamRuleWatch {
  /** Whether the rules are timed on the current message. */
  isTiming: boolean
  /** Times by the rest of a rule's metric name: `<stream id>.StreamRule.<rule id>`. */
  readonly times: Map<string, RuleTimes>
  /** Exceptions by stream id. */
  readonly exceptions: Map<string, number>
  readonly now: () => number
}

export interface RuleTimes {
  timings: number
  ms: number
}

export const createStreamRuleWatch = (clock: Pick<Clock, 'monotonicMs'>): StreamRuleWatch => ({
  isTiming: false,
  times: new Map(),
  exceptions: new Map(),
  now: clock.monotonicMs,
})

export const streamRuleMetric = (streamId: string, ruleId: string): string => `${streamId}.StreamRule.${ruleId}`

/** Returns what was collected since the last call. */
export function takeStreamRuleWatch({ times, exceptions }: StreamRuleWatch) {
  const taken = { ruleTimes: new Map(times), ruleExceptions: new Map(exceptions) }
  times.clear()
  exceptions.clear()
  return taken
}
