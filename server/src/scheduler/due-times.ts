/** When a trigger is due by the monotonic clock, whatever happens to the wall clock. */
import type { JobTrigger } from './job-store.ts'

export interface Instants {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** Two readings of the wall clock that differ by more than the time between them: it was set. */
export const JUMP_MS = 1000

/**
 * A trigger that was written in the future shows that the wall clock was set back meanwhile. It waits only as long as
 * it was meant to when it was written. Cron expressions name times of the wall clock, so they follow it.
 */
export function dueByTime(trigger: DueFacts, { wallMs, monotonicMs }: Instants): number {
  const waitMs = trigger.nextMs - wallMs
  const isWrittenLater = trigger.updatedMs > wallMs + JUMP_MS && !trigger.isCron
  const plannedMs = isWrittenLater ? Math.min(waitMs, trigger.nextMs - trigger.updatedMs) : waitMs
  return monotonicMs + Math.max(0, plannedMs)
}

export interface DueFacts {
  readonly nextMs: number
  readonly updatedMs: number
  readonly isCron: boolean
}

export const dueFactsOf = ({ next_time, updated_at, schedule }: JobTrigger): DueFacts => ({
  nextMs: Date.parse(next_time),
  updatedMs: Date.parse(updated_at),
  isCron: schedule.type === 'cron',
})
