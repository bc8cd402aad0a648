import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'

const QUIET_MS = 10_000

/** Logs events that a sender can cause at will: at most one line per interval, with the number of events. */
export function createRareLog({ log, clock }: { readonly log: Log; readonly clock: Clock }, sentence: string) {
  let quietUntilMs = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return (facts: Readonly<Record<string, unknown>>): void => {
    unlogged += 1
    if (clock.monotonicMs() < quietUntilMs) return
    quietUntilMs = clock.monotonicMs() + QUIET_MS
    log.error({ ...facts, times: unlogged }, sentence)
    unlogged = 0
  }
}
