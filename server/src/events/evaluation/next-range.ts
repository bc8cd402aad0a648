/** When a definition runs next, and over which range. */
import type { ProcessorTiming } from '../event-processor.ts'

const SECOND_MS = 1000
/** Windows that one run of a definition evaluates, if it is behind by less than the catch-up window. */
export const MAX_CAUGHT_UP_WINDOWS = 60

interface NextRunOptions {
  readonly nowMs: number
  readonly catchupMs: number
  readonly waitMs: number
}

/**
 * After a run over a range that ended at `toMs`. A definition that is behind searches many windows in one run; the
 * processor cuts them apart again.
 */
export function nextRun(toMs: number, timing: ProcessorTiming, options: NextRunOptions) {
  const { windowMs, hopMs } = timing
  const nextToMs = toMs + hopMs
  const endMs = Math.max(nextToMs, toMs + caughtUpMs(toMs, timing, options))
  return {
    range: { fromMs: nextToMs - windowMs + 1, toMs: endMs },
    atMs: Math.max(options.nowMs, endMs + options.waitMs),
  }
}

/** Whole hops: the last window of a long run must end where a single run would have ended. */
function caughtUpMs(
  toMs: number,
  { windowMs, hopMs, isDivisible = false }: ProcessorTiming,
  { nowMs, catchupMs, waitMs }: NextRunOptions,
): number {
  const mayCatchUp = catchupMs > windowMs && hopMs <= windowMs && windowMs % SECOND_MS === 0
  if (!mayCatchUp) return 0
  const longestMs = Math.floor(catchupMs / windowMs) * windowMs
  if (toMs + catchupMs < nowMs) return wholeHops(longestMs, hopMs)
  if (!isDivisible) return 0
  return wholeHops(Math.min(longestMs, nowMs - waitMs - toMs, MAX_CAUGHT_UP_WINDOWS * hopMs), hopMs)
}

const wholeHops = (ms: number, hopMs: number): number => Math.floor(ms / hopMs) * hopMs
