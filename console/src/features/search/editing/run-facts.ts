/** What the info line says about an execution. */
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { RunnerState } from '../../../view-document/execution/run-request.ts'

export interface RunFacts {
  /** The number of matching messages; unknown if no widget counts them. */
  readonly total: number | undefined
  readonly durationMs: number
  readonly range: EffectiveRange
  readonly isStopped: boolean
  /** A part of the range is in cold storage. */
  readonly readsColdStorage: boolean
  /** Shards whose messages are missing. */
  readonly missingShards: readonly number[]
}

export function factsOf({ latest }: Pick<RunnerState, 'latest'>): RunFacts | undefined {
  if (latest === undefined) return undefined
  const { result, isCancelled } = latest
  const results = Object.values(result.search_types)
  // A widget that narrows the query counts fewer messages than the whole search.
  const totals = results.flatMap((one) =>
    one.type === 'messages' ? [one.total_results] : one.type === 'pivot' ? [one.total] : [],
  )
  return {
    total: totals.length === 0 ? undefined : Math.max(...totals),
    durationMs: result.execution_stats.duration,
    range: result.execution_stats.effective_timerange,
    isStopped: isCancelled,
    readsColdStorage: result.execution_stats.reads_cold_storage === true,
    missingShards: result.execution_stats.missing_shards ?? [],
  }
}
