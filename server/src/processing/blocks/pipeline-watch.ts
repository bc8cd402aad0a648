import type { RunCounts } from '../../pipelines/evaluation/run-counts.ts'
import type { PipelineFigures } from '../../pipelines/metrics/pipeline-figures.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RuleTimes } from './stream-rule-watch.ts'

/** What pipelines did besides changing messages, collected while a block is processed. */
export interface PipelineWatch {
  readonly now: () => number
  /** Counts that may have moved. Those of earlier settings too: messages that wait finish with them. */
  readonly moved: Set<RunCounts>
  /** Lines for the server's log: the first ones, and how many there were. */
  debugLines: string[]
  debugLineCount: number
  /** Added to counters of the metrics, by name. */
  readonly counters: Map<string, number>
  invalidTimestamps: number
  /** Messages that were stopped at a limit, by what the limit is. */
  readonly limits: Map<string, number>
  times: RuleTimes
}

/** Lines per block. */
const MAX_DEBUG_LINES = 200
const MAX_DEBUG_LENGTH = 10_000
/** Rules can compute the names of counters. */
const MAX_COUNTERS = 1000

export const createPipelineWatch = (clock: Pick<Clock, 'monotonicMs'>): PipelineWatch => ({
  now: clock.monotonicMs,
  moved: new Set(),
  debugLines: [],
  debugLineCount: 0,
  counters: new Map(),
  invalidTimestamps: 0,
  limits: new Map(),
  times: { timings: 0, ms: 0 },
})

export function addDebugLine(watch: PipelineWatch, text: string): void {
  watch.debugLineCount += 1
  if (watch.debugLines.length < MAX_DEBUG_LINES) watch.debugLines.push(text.slice(0, MAX_DEBUG_LENGTH))
}

export function addToCounter({ counters }: PipelineWatch, name: string, by: number): void {
  const before = counters.get(name)
  if (before === undefined && counters.size >= MAX_COUNTERS) return
  counters.set(name, (before ?? 0) + by)
}

/** Returns what was collected since the last call. */
export function takePipelineWatch(watch: PipelineWatch): PipelineFigures {
  const taken = {
    counts: Array.from(watch.moved, (counts) => counts.take()).filter(({ pipelines }) => pipelines.length > 0),
    debugLines: watch.debugLines,
    debugLineCount: watch.debugLineCount,
    counters: new Map(watch.counters),
    invalidTimestamps: watch.invalidTimestamps,
    limits: new Map(watch.limits),
    times: watch.times,
  }
  watch.moved.clear()
  watch.debugLines = []
  watch.debugLineCount = 0
  watch.counters.clear()
  watch.invalidTimestamps = 0
  watch.limits.clear()
  watch.times = { timings: 0, ms: 0 }
  return taken
}

/** The figures of two parts of a block. */
export function joinPipelineFigures(a: PipelineFigures, b: PipelineFigures): PipelineFigures {
  return {
    counts: [...a.counts, ...b.counts],
    debugLines: [...a.debugLines, ...b.debugLines].slice(0, MAX_DEBUG_LINES),
    debugLineCount: a.debugLineCount + b.debugLineCount,
    counters: sumOf(a.counters, b.counters),
    invalidTimestamps: a.invalidTimestamps + b.invalidTimestamps,
    limits: sumOf(a.limits, b.limits),
    times: { timings: a.times.timings + b.times.timings, ms: a.times.ms + b.times.ms },
  }
}

function sumOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sum = new Map(a)
  for (const [name, count] of b) sum.set(name, (sum.get(name) ?? 0) + count)
  return sum
}
