/** What the info line tells of an execution. */
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { RunnerState } from '../../../view-document/execution/search-runner.ts'

export interface RunFacts {
  /** Of the messages that match; unknown when nothing counts them. */
  readonly total: number | undefined
  readonly durationMs: number
  readonly range: EffectiveRange
  readonly isStopped: boolean
}

export function factsOf({ outcome }: RunnerState): RunFacts | undefined {
  const [query] = Object.values(outcome?.job.results ?? {})
  if (outcome === undefined || query === undefined) return undefined
  const results = Object.values(query.search_types)
  // A widget with a query of its own counts less than the search does.
  const totals = results.flatMap((result) =>
    result.type === 'messages' ? [result.total_results] : result.type === 'pivot' ? [result.total] : [],
  )
  return {
    total: totals.length === 0 ? undefined : Math.max(...totals),
    durationMs: query.execution_stats.duration,
    range: query.execution_stats.effective_timerange,
    isStopped: outcome.job.execution.cancelled,
  }
}
