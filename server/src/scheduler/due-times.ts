/** When a trigger is due by the monotonic clock, whatever happens to the wall clock. */
import { isAhead } from '../platform/clock.ts'
import type { JobTrigger, Schedule } from './job-store.ts'
import { nextOfSchedule } from './schedule-times.ts'

export interface Instants {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** Two readings of the wall clock that differ by more than the time between them: it was set. */
export const JUMP_MS = 1000

/**
 * A trigger that was written in the future shows that the wall clock was set back meanwhile. It waits only as long as
 * it was meant to when it was written. Cron expressions name times of the wall clock, so the next of them counts.
 */
export function dueByTime(trigger: DueFacts, { wallMs, monotonicMs }: Instants): number {
  const waitMs = Math.min(trigger.nextMs - wallMs, longestWaitMs(trigger, wallMs))
  return monotonicMs + Math.max(0, waitMs)
}

function longestWaitMs({ schedule, nextMs, updatedMs }: DueFacts, wallMs: number): number {
  if (schedule.type !== 'cron') return updatedMs > wallMs + JUMP_MS ? nextMs - updatedMs : Number.POSITIVE_INFINITY
  const next = isAhead(updatedMs, wallMs) ? nextOfSchedule(schedule, new Date(wallMs)) : undefined
  return next === undefined ? Number.POSITIVE_INFINITY : next.getTime() - wallMs
}

export interface DueFacts {
  readonly nextMs: number
  readonly updatedMs: number
  readonly schedule: Schedule
}

export const dueFactsOf = ({ next_time, updated_at, schedule }: JobTrigger): DueFacts => ({
  nextMs: Date.parse(next_time),
  updatedMs: Date.parse(updated_at),
  schedule,
})
