/** The windows of a run. A run over a longer range, after an outage, finds what single runs would have found. */
import type { EventRange, ProcessorTiming } from '../event-processor.ts'

export interface EvaluationWindow {
  readonly range: EventRange
  /** The time of its events. */
  readonly timestampMs: number
}

const SECOND_MS = 1000

/**
 * A range up to the length of a window is one window. A longer one is cut into windows of whole seconds, one after each
 * hop; the last one may be shorter, but only if the others do not reach the end of the range.
 */
export function* evaluationWindows({ fromMs, toMs }: EventRange, timing: ProcessorTiming): Generator<EvaluationWindow> {
  const lengthMs = Math.max(SECOND_MS, Math.floor(timing.windowMs / SECOND_MS) * SECOND_MS)
  if (toMs - fromMs <= timing.windowMs) {
    yield { range: { fromMs, toMs }, timestampMs: fromMs + lengthMs }
    return
  }
  let reachedMs = fromMs - 1
  for (let startMs = fromMs; startMs <= toMs; startMs += timing.hopMs) {
    const endMs = startMs + lengthMs
    const isWhole = endMs - 1 <= toMs
    if (!isWhole && reachedMs >= toMs) return
    yield { range: { fromMs: startMs, toMs: Math.min(endMs - 1, toMs) }, timestampMs: endMs }
    reachedMs = Math.min(endMs - 1, toMs)
    if (!isWhole) return
  }
}
