import type { ExtractorTimes } from './extractor-figures.ts'

export interface ExtractorWatch {
  /** Whether extractors are timed on the current message. */
  readonly isTiming: boolean
  /** Monotonic, in milliseconds. */
  readonly now: () => number
}

/** Measures the parts of one run, one after the other. */
export function startLaps(now: () => number) {
  const startedAtMs = now()
  let lapStartMs = startedAtMs
  return {
    /** The time since the last end belongs to this part. */
    end(times: ExtractorTimes, timings = 1): void {
      const nowMs = now()
      times.timings += timings
      times.ms += nowMs - lapStartMs
      lapStartMs = nowMs
    },
    /** The time since the start. */
    endAll(times: ExtractorTimes): void {
      times.timings += 1
      times.ms += now() - startedAtMs
    },
  }
}
