import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'

const QUIET_MS = 10_000

/** For what a bad sender can cause as often as it likes: a line now and then, which tells how often it happened. */
export function createRareLog({ log, clock }: { readonly log: Log; readonly clock: Clock }, sentence: string) {
  let quietUntilMs = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return (facts: Readonly<Record<string, unknown>>): void => {
    unsaid += 1
    if (clock.monotonicMs() < quietUntilMs) return
    quietUntilMs = clock.monotonicMs() + QUIET_MS
    log.error({ ...facts, times: unsaid }, sentence)
    unsaid = 0
  }
}
