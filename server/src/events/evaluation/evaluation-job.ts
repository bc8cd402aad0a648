/** The job that evaluates a definition again and again: each range once, also across restarts. */
import type { EvaluationConfig, EventsConfig } from '@logyard/contract/events/events-config'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import { type JobOutcome, type JobRun, type JobTrigger, type JobType, SERVER_OWNER } from '../../scheduler/job-type.ts'
import { nextOfSchedule } from '../../scheduler/schedule-times.ts'
import type { StoredDefinition } from '../definitions/definition-store.ts'
import {
  EVALUATION,
  type EvaluationData,
  evaluationData,
  readEvaluationData,
} from '../definitions/definition-triggers.ts'
import { afterSetBack, type EvaluatedRanges, setBackProblem, withEvaluated } from '../definitions/evaluated-ranges.ts'
import type { EventRange, ProcessorTiming } from '../event-processor.ts'
import type { AnyEventProcessor, EventProcessors } from '../event-processors.ts'
import type { EventsSettings } from '../events-config.ts'
import type { RecordedRun, RunStore } from '../runs/run-store.ts'
import type { Evaluate } from './evaluate.ts'
import { nextRun } from './next-range.ts'
import { type OwnerSelectionDeps, requireOwner } from './owner-selection.ts'

/** Definitions that a node evaluates at once. */
export const EVALUATIONS_AT_ONCE = 4
/** Until the next look whether the messages of a range are stored: as long as storing is behind, within bounds. */
const UNSTORED_RETRY_MS = 500
const MAX_UNSTORED_RETRY_MS = 5000
const FAILURE_RETRY_MS = 5000

export interface EvaluationJobDeps extends Pick<OwnerSelectionDeps, 'accounts'> {
  readonly find: (definitionId: string) => Promise<StoredDefinition | undefined>
  readonly processors: EventProcessors
  readonly settings: EventsSettings
  readonly evaluate: Evaluate
  readonly runs: Pick<RunStore, 'recording'>
  readonly store: Pick<SettingsStore, 'commit'>
  /** Everything received up to this instant is stored. */
  readonly storedUntilMs: () => number
  readonly clock: Clock
}

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
  const { range, cursor, ranges, hasRun, isSetBack } = positionOf(run.trigger, timing, nowMs)
  const put = (atMs: number): JobOutcome => ({
    kind: 'done',
    next: {
      at: new Date(atMs),
      data: evaluationData(range, { hasRun, cursor, ranges }),
      problem: setBackProblem(ranges),
    },
  })
  const dueMs = range.toMs + config.late_messages_wait_ms
  if (dueMs > nowMs) return put(dueMs)
  // Stored before the first try, so that a try that fails does not lose the position.
  if (isSetBack) return put(nowMs)
  const missingMs = Math.min(range.toMs, nowMs) - deps.storedUntilMs()
  if (missingMs > 0) return put(nowMs + Math.min(Math.max(missingMs, UNSTORED_RETRY_MS), MAX_UNSTORED_RETRY_MS))
  const startedMs = clock.monotonicMs()
  const recorded: Part['recorded'] = (outcome) =>
    deps.runs.recording(definition.id, {
      at: new Date(nowMs).toISOString(),
      took_ms: Math.round(clock.monotonicMs() - startedMs),
      from: new Date(range.fromMs).toISOString(),
      to: new Date(range.toMs).toISOString(),
      ...outcome,
    })
  try {
    return await evaluatePart(deps, run, { definition, processor, config, range, cursor, ranges, recorded })
  } catch (error) {
    if (run.signal.aborted) throw error
    if (!(error instanceof LogyardError)) throw error
    await deps.store.commit(await recorded({ ...NOTHING_FOUND, result: 'failed', reason: error.message }))
    return { kind: 'retry', at: new Date(clock.now().getTime() + FAILURE_RETRY_MS), reason: error.message }
  }
}

const NOTHING_FOUND = { events: 0, figure: undefined, comparison: undefined }

interface Position {
  readonly range: EventRange
  readonly cursor: unknown
  readonly ranges: EvaluatedRanges | undefined
  readonly hasRun: boolean
  readonly isSetBack: boolean
}

/** What the trigger is to evaluate next: what it says, unless the clock went back since. */
function positionOf({ schedule, data: stored }: JobTrigger, timing: ProcessorTiming, nowMs: number): Position {
  const data: (EvaluationData & { readonly range: EventRange }) | undefined = readEvaluationData(stored)
  const range = data?.range ?? { fromMs: nowMs - timing.windowMs, toMs: nowMs }
  const { cursor, ranges, has_run = false } = data ?? {}
  const isBegun = cursor !== undefined
  const nextCronMs = cronAfter(schedule, nowMs)
  const again = afterSetBack({ range, nextCronMs, isBegun, ranges, nowMs }, timing)
  if (again === undefined) return { range, cursor, ranges, hasRun: has_run, isSetBack: false }
  const toMs = cronAfter(schedule, again.evaluatedToMs) ?? again.evaluatedToMs + timing.hopMs
  return {
    range: { fromMs: toMs - timing.windowMs + 1, toMs },
    cursor: undefined,
    ranges: again.ranges,
    hasRun: has_run,
    isSetBack: true,
  }
}

const cronAfter = (schedule: JobTrigger['schedule'], ms: number): number | undefined =>
  schedule.type === 'cron' ? nextOfSchedule(schedule, new Date(ms))?.getTime() : undefined

interface Part {
  readonly definition: StoredDefinition
  readonly processor: AnyEventProcessor
  readonly config: EventsConfig & EvaluationConfig
  readonly range: EventRange
  readonly cursor: unknown
  readonly ranges: EvaluatedRanges | undefined
  /** The writes that record the run. */
  readonly recorded: (run: Omit<RecordedRun, 'at' | 'took_ms' | 'from' | 'to'>) => Promise<readonly Write[]>
}

async function evaluatePart(deps: EvaluationJobDeps, run: JobRun, part: Part): Promise<JobOutcome> {
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

function followingRun({ trigger }: JobRun, { definition, processor, config, range }: Part, now: Date) {
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
