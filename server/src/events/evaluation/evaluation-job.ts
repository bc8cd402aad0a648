/** The job that evaluates a definition again and again: each range once, also across restarts. */
import { LogyardError } from '../../platform/errors.ts'
import { type JobOutcome, type JobRun, type JobTrigger, type JobType, SERVER_OWNER } from '../../scheduler/job-type.ts'
import { nextOfSchedule } from '../../scheduler/schedule-times.ts'
import {
  EVALUATION,
  type EvaluationData,
  evaluationData,
  readEvaluationData,
} from '../definitions/definition-triggers.ts'
import { afterSetBack, setBackProblem, withEvaluated } from '../definitions/evaluated-ranges.ts'
import type { EventRange, ProcessorTiming } from '../event-processor.ts'
import { evaluateArrived } from './evaluate-arrived.ts'
import {
  type EvaluationJobDeps,
  type EvaluationRun,
  FAILURE_RETRY_MS,
  NOTHING_FOUND,
  putOff,
  type RunPosition,
} from './evaluation-run.ts'
import { nextRun } from './next-range.ts'
import { requireOwner } from './owner-selection.ts'

/** Definitions that a node evaluates at once. */
export const EVALUATIONS_AT_ONCE = 4
/** Until the next look whether the messages of a range are stored: as long as storing is behind, within bounds. */
const UNSTORED_RETRY_MS = 500
const MAX_UNSTORED_RETRY_MS = 5000

export function evaluationJob(deps: EvaluationJobDeps): JobType {
  return {
    type: EVALUATION,
    atOnce: EVALUATIONS_AT_ONCE,
    ownerOf: async (job) => (await deps.find(definitionIdOf({ job })))?.owner_id ?? SERVER_OWNER,
    run: (run) => runEvaluation(deps, run),
  }
}

async function runEvaluation(deps: EvaluationJobDeps, run: JobRun): Promise<JobOutcome> {
  const { clock, processors } = deps
  const definition = await deps.find(definitionIdOf(run))
  if (definition === undefined) return { kind: 'failed', reason: 'The event definition does not exist.' }
  const processor = processors.find(definition.config)
  if (processor === undefined) {
    return { kind: 'failed', reason: `This server has no condition of the type ${definition.config.type}.` }
  }
  const config = await deps.settings.read()
  const nowMs = clock.now().getTime()
  const timing = processor.timing(definition.config)
  const { isSetBack, ...position } = positionOf(run.trigger, timing, nowMs)
  const { range } = position
  const startedMs = clock.monotonicMs()
  const recorded: EvaluationRun['recorded'] = (outcome) =>
    deps.runs.recording(definition.id, {
      at: new Date(nowMs).toISOString(),
      took_ms: Math.round(clock.monotonicMs() - startedMs),
      from: new Date(range.fromMs).toISOString(),
      to: new Date(range.toMs).toISOString(),
      ...outcome,
    })
  const part = { definition, processor, config, nowMs, recorded, ...position }
  const dueMs = range.toMs + config.late_messages_wait_ms
  if (dueMs > nowMs) return evaluateBefore(deps, run, part, dueMs)
  try {
    // Stored before the first try, so that a try that fails does not lose the position.
    return isSetBack ? putOff(part, nowMs) : await evaluateDue(deps, run, part)
  } finally {
    deps.arrivals.resume(definition.id)
  }
}

/** The schedule goes on at this time; until then only messages that arrive matter. */
const evaluateBefore = async (deps: EvaluationJobDeps, run: JobRun, part: EvaluationRun, dueMs: number) =>
  (await evaluateArrived(deps, run, { ...part, dueMs })) ?? putOff(part, dueMs)

async function evaluateDue(deps: EvaluationJobDeps, run: JobRun, part: EvaluationRun): Promise<JobOutcome> {
  const { definition, range, nowMs } = part
  const missingMs = Math.min(range.toMs, nowMs) - deps.storedUntilMs()
  if (missingMs > 0) {
    const waitMs = Math.min(Math.max(missingMs, UNSTORED_RETRY_MS), MAX_UNSTORED_RETRY_MS)
    return evaluateBefore(deps, run, part, nowMs + waitMs)
  }
  if (part.cursor === undefined) deps.arrivals.covered(definition.id, range)
  try {
    return await evaluatePart(deps, run, part)
  } catch (error) {
    if (run.signal.aborted || !(error instanceof LogyardError)) throw error
    await deps.store.commit(await part.recorded({ ...NOTHING_FOUND, result: 'failed', reason: error.message }))
    return { kind: 'retry', at: new Date(deps.clock.now().getTime() + FAILURE_RETRY_MS), reason: error.message }
  }
}

/** What the trigger is to evaluate next: what it says, unless the clock went back since. */
function positionOf(
  { schedule, data: stored }: JobTrigger,
  timing: ProcessorTiming,
  nowMs: number,
): RunPosition & { readonly isSetBack: boolean } {
  const data: (EvaluationData & { readonly range: EventRange }) | undefined = readEvaluationData(stored)
  const range = data?.range ?? { fromMs: nowMs - timing.windowMs, toMs: nowMs }
  const { cursor, ranges, has_run = false, found_early = 0 } = data ?? {}
  const state = { hasRun: has_run, foundEarly: found_early }
  const isBegun = cursor !== undefined
  const nextCronMs = cronAfter(schedule, nowMs)
  const again = afterSetBack({ range, nextCronMs, isBegun, ranges, nowMs }, timing)
  if (again === undefined) return { range, cursor, ranges, ...state, isSetBack: false }
  const toMs = cronAfter(schedule, again.evaluatedToMs) ?? again.evaluatedToMs + timing.hopMs
  return {
    range: { fromMs: toMs - timing.windowMs + 1, toMs },
    cursor: undefined,
    ranges: again.ranges,
    ...state,
    isSetBack: true,
  }
}

const cronAfter = (schedule: JobTrigger['schedule'], ms: number): number | undefined =>
  schedule.type === 'cron' ? nextOfSchedule(schedule, new Date(ms))?.getTime() : undefined

async function evaluatePart(deps: EvaluationJobDeps, run: JobRun, part: EvaluationRun): Promise<JobOutcome> {
  const caller = await requireOwner(deps, part.definition.owner_id)
  const evaluated = await deps.evaluate({
    ...part,
    caller,
    job: { definitionId: run.job.id, triggerId: run.trigger.id },
    signal: run.signal,
  })
  const { cursor, found } = evaluated
  const result = found.events > 0 ? 'fired' : 'quiet'
  const writes = [...evaluated.writes, ...(await part.recorded({ ...found, result, reason: null }))]
  const now = deps.clock.now()
  if (cursor !== undefined) {
    const data = evaluationData(part.range, { hasRun: true, cursor, ranges: part.ranges })
    return { kind: 'done', writes, next: { at: now, data, problem: setBackProblem(part.ranges) } }
  }
  const lateMs = now.getTime() - part.range.toMs - part.config.late_messages_wait_ms
  const ranges = withEvaluated(part.ranges, part.range, { nowMs: now.getTime(), lateMs })
  const next = followingRun(run, part, now)
  if (next === undefined) return { kind: 'done', writes }
  const data = evaluationData(next.range, { hasRun: true, ranges })
  return { kind: 'done', writes, next: { at: new Date(next.atMs), data, problem: setBackProblem(ranges) } }
}

function followingRun({ trigger }: JobRun, { definition, processor, config, range }: EvaluationRun, now: Date) {
  const timing = processor.timing(definition.config)
  const waitMs = config.late_messages_wait_ms
  if (trigger.schedule.type !== 'cron') {
    const options = { nowMs: now.getTime(), catchupMs: config.events_catchup_window, waitMs }
    return nextRun(range.toMs, timing, options)
  }
  const next = nextOfSchedule(trigger.schedule, new Date(Math.max(range.toMs, now.getTime() - timing.windowMs)))
  if (next === undefined) return undefined
  const toMs = next.getTime()
  return { range: { fromMs: toMs - timing.windowMs + 1, toMs }, atMs: Math.max(now.getTime(), toMs + waitMs) }
}

function definitionIdOf({ job: { config } }: Pick<JobRun, 'job'>): string {
  const id: unknown = Reflect.get(config, 'event_definition_id')
  return typeof id === 'string' ? id : ''
}
