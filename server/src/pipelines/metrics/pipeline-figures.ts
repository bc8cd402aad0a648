/** What pipelines did in a block of messages: collected in a thread, added to metrics later. */
import type { PipelineCounts } from '../evaluation/run-counts.ts'

export interface PipelineFigures {
  readonly counts: readonly PipelineCounts[]
  /** For the server's log: the first ones. */
  readonly debugLines: readonly string[]
  readonly debugLineCount: number
  /** What rules added to counters of the metrics, by name. */
  readonly counters: ReadonlyMap<string, number>
  /** Messages whose timestamp was set to an invalid value. */
  readonly invalidTimestamps: number
  /** How many messages were stopped at a limit, by the problem. */
  readonly limits: ReadonlyMap<string, number>
  /** Times of a sample of the messages. */
  readonly times: { readonly timings: number; readonly ms: number }
}
