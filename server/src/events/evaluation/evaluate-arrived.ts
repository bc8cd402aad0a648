/** A run between those of the schedule, because messages have arrived that the definition waits for. */
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { AHEAD_MS } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { JobOutcome, JobRun } from '../../scheduler/job-type.ts'
import { withArrived } from '../definitions/evaluated-ranges.ts'
import type { EventRange } from '../event-processor.ts'
import {
  type EvaluationJobDeps,
  type EvaluationRun,
  FAILURE_RETRY_MS,
  NOTHING_FOUND,
  putOff,
} from './evaluation-run.ts'
import { requireOwner } from './owner-selection.ts'

interface EarlyRun extends EvaluationRun {
  /** When the schedule goes on. */
  readonly dueMs: number
}

/**
 * Finds the events of the messages that arrived, each once: the run of the schedule does not find them again.
 * `undefined` if nothing was found.
 */
export async function evaluateArrived(
  deps: EvaluationJobDeps,
  run: JobRun,
  early: EarlyRun,
): Promise<JobOutcome | undefined> {
  const { id, config } = early.definition
  const arrived = deps.arrivals.take(id)
  if (arrived === undefined) return undefined
  const range = reachable(arrived.range, early.nowMs, early.processor.timing(config).windowMs)
  const limit = remaining(config, early.foundEarly)
  if (range === undefined || limit === 0) {
    deps.arrivals.done(id)
    return undefined
  }
  try {
    return await evaluateRange(deps, run, early, { range, cursor: arrived.cursor, limit })
  } catch (error) {
    if (run.signal.aborted || !(error instanceof LogyardError)) throw error
    deps.arrivals.putOff(id, FAILURE_RETRY_MS)
    await deps.store.commit(await early.recorded({ ...NOTHING_FOUND, result: 'failed', reason: error.message }))
    return { kind: 'retry', at: new Date(early.dueMs), reason: error.message }
  }
}

async function evaluateRange(
  deps: EvaluationJobDeps,
  run: JobRun,
  early: EarlyRun,
  {
    range,
    cursor: from,
    limit,
  }: { readonly range: EventRange; readonly cursor: unknown; readonly limit?: number | undefined },
): Promise<JobOutcome | undefined> {
  const { definition } = early
  const { writes, cursor, found } = await deps.evaluate({
    ...early,
    range,
    cursor: from,
    early: { limit },
    caller: await requireOwner(deps, definition.owner_id),
    job: { definitionId: run.job.id, triggerId: run.trigger.id },
    signal: run.signal,
  })
  const committed = () => deps.arrivals.done(definition.id, cursor)
  if (found.events === 0) {
    committed()
    return undefined
  }
  const ranges = withArrived(early.ranges, { scheduled: early.range, arrived: range })
  const outcome = putOff({ ...early, ranges, foundEarly: early.foundEarly + found.events }, early.dueMs)
  // One record for the range of the schedule, whatever the number of runs that found something in it.
  const recorded = await early.recorded({ ...found, result: 'fired', reason: null })
  return { ...outcome, writes: [...writes, ...recorded], committed }
}

/** Times that the definition searches: the schedule finds messages of a time that is far ahead. */
function reachable({ fromMs, toMs }: EventRange, nowMs: number, windowMs: number): EventRange | undefined {
  const range = { fromMs: Math.max(fromMs, nowMs - windowMs), toMs: Math.min(toMs, nowMs + AHEAD_MS) }
  return range.fromMs <= range.toMs ? range : undefined
}

/** How many events the definition may still have before the next run of the schedule, if it has a limit. */
function remaining(config: ProcessorConfig, foundEarly: number): number | undefined {
  const limit = config.type === 'aggregation-v1' ? config.event_limit : undefined
  return limit ? Math.max(0, limit - foundEarly) : undefined
}
