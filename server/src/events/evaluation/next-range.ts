/** When a definition runs next, and over which range. */
import type { EventRange, ProcessorTiming } from '../event-processor.ts'

export interface NextRun {
  readonly atMs: number
  readonly range: EventRange
}

const SECOND_MS = 1000

/**
 * After a run over a range that ended at `toMs`. A definition that is behind by more than the catch-up window searches
 * many windows in one run; the processor cuts them apart again.
 */
export function nextRun(
  toMs: number,
  { windowMs, hopMs }: ProcessorTiming,
  options: { readonly nowMs: number; readonly catchupMs: number; readonly waitMs: number },
): NextRun {
  const { nowMs, catchupMs, waitMs } = options
  const nextToMs = toMs + hopMs
  const fromMs = nextToMs - windowMs + 1
  const mayCatchUp = catchupMs > windowMs && toMs + catchupMs < nowMs && hopMs <= windowMs && windowMs % SECOND_MS === 0
  const endMs = mayCatchUp ? toMs + wholeHops(Math.floor(catchupMs / windowMs) * windowMs, hopMs) : nextToMs
  return { range: { fromMs, toMs: endMs }, atMs: Math.max(nowMs, endMs + waitMs) }
}

/** The last window of a long run must end where a single run would have ended. */
const wholeHops = (ms: number, hopMs: number): number => Math.floor(ms / hopMs) * hopMs
