/** The windows that a definition would have evaluated in the past. */
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { nextOfSchedule } from '../../scheduler/schedule-times.ts'
import type { WindowPlan } from '../../search/measures/measures.ts'
import type { ProcessorTiming } from '../event-processor.ts'

export interface PastWindows extends WindowPlan {
  /** There are more windows than may be measured, so the oldest ones are missing. */
  readonly isShortened: boolean
}

/** The times of a cron expression are computed one by one. */
export const MAX_CRON_WINDOWS = 5000
const AT_ONCE = 100

export async function pastWindows(
  config: Pick<ProcessorConfig, 'use_cron_scheduling' | 'cron_expression' | 'cron_timezone'>,
  { windowMs, hopMs }: ProcessorTiming,
  { nowMs, pastMs, maxWindows }: { readonly nowMs: number; readonly pastMs: number; readonly maxWindows: number },
): Promise<PastWindows> {
  if (config.use_cron_scheduling === true && config.cron_expression) {
    const cron = {
      type: 'cron',
      cron_expression: config.cron_expression,
      timezone: config.cron_timezone ?? null,
    } as const
    const nextAfter = (ms: number) => nextOfSchedule(cron, new Date(ms))?.getTime()
    return { lengthMs: windowMs, ...(await cronEnds(nextAfter, nowMs, pastMs, Math.min(maxWindows, MAX_CRON_WINDOWS))) }
  }
  const wanted = Math.max(1, Math.floor(pastMs / hopMs))
  const count = Math.min(wanted, maxWindows)
  const ends = Array.from({ length: count }, (_, place) => nowMs - (count - 1 - place) * hopMs)
  return { lengthMs: windowMs, hopMs, ends, isShortened: count < wanted }
}

/** If there are too many, a shorter past is tried until they fit: only the times after an instant can be computed. */
async function cronEnds(
  nextAfter: (ms: number) => number | undefined,
  nowMs: number,
  pastMs: number,
  max: number,
): Promise<{ readonly ends: readonly number[]; readonly isShortened: boolean }> {
  let triedMs = pastMs
  for (;;) {
    const ends: number[] = []
    let next = nextAfter(nowMs - triedMs)
    for (; next !== undefined && next <= nowMs && ends.length < max; next = nextAfter(next)) {
      ends.push(next)
      if (ends.length % AT_ONCE === 0) await afterOthers()
    }
    if (next === undefined || next > nowMs) return { ends, isShortened: triedMs < pastMs }
    const reachedMs = (ends.at(-1) ?? nowMs) - (nowMs - triedMs)
    triedMs = Math.floor(Math.min(reachedMs, triedMs / 2))
  }
}
