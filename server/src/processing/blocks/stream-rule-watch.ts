import type { Clock } from '../../platform/clock.ts'

/** What rules of streams cost and where they failed, gathered while a block is processed. */
export interface RuleWatch {
  /** Whether the message at hand is one of those whose rules are timed. */
  isTiming: boolean
  /** By the rest of a rule's metric name: `<stream id>.StreamRule.<rule id>`. */
  readonly times: Map<string, RuleTimes>
  /** By stream id. */
  readonly exceptions: Map<string, number>
  readonly now: () => number
}

export interface RuleTimes {
  timings: number
  ms: number
}

export const createRuleWatch = (clock: Pick<Clock, 'monotonicMs'>): RuleWatch => ({
  isTiming: false,
  times: new Map(),
  exceptions: new Map(),
  now: clock.monotonicMs,
})

export const ruleMetric = (streamId: string, ruleId: string): string => `${streamId}.StreamRule.${ruleId}`

/** What it gathered, by names; it begins anew. */
export function takeRuleWatch({ times, exceptions }: RuleWatch) {
  const taken = { ruleTimes: new Map(times), ruleExceptions: new Map(exceptions) }
  times.clear()
  exceptions.clear()
  return taken
}
