/** The job of a definition and its trigger: a definition that has a trigger is enabled. */
import type { EventDefinition, SchedulerContext } from '@logyard/contract/events/event-definitions'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../platform/clock.ts'
import type { JobTrigger, Schedule } from '../../scheduler/job-type.ts'
import type { Jobs } from '../../scheduler/jobs.ts'
import { nextOfSchedule } from '../../scheduler/schedule-times.ts'
import type { EventRange } from '../event-processor.ts'
import type { EventProcessors } from '../event-processors.ts'
import { EvaluatedRanges } from './evaluated-ranges.ts'

export const EVALUATION = 'event-processor-execution-v1'

const EvaluationData = Type.Object({
  type: Type.Literal(EVALUATION),
  timerange_from: Type.String(),
  timerange_to: Type.String(),
  has_run: Type.Boolean({ description: 'A run has ended since the definition was enabled' }),
  cursor: Type.Optional(Type.Unknown({ description: 'The position at which the run continues' })),
  ranges: Type.Optional(EvaluatedRanges),
  found_early: Type.Optional(
    Type.Integer({ description: 'Events of messages that arrived since the last run of the schedule' }),
  ),
})
export type EvaluationData = Static<typeof EvaluationData>

interface EvaluationState {
  readonly hasRun: boolean
  readonly cursor?: unknown
  readonly ranges?: EvaluatedRanges | undefined
  readonly foundEarly?: number
}

export const evaluationData = (
  { fromMs, toMs }: EventRange,
  { hasRun, cursor, ranges, foundEarly = 0 }: EvaluationState,
): EvaluationData => ({
  type: EVALUATION,
  timerange_from: new Date(fromMs).toISOString(),
  timerange_to: new Date(toMs).toISOString(),
  has_run: hasRun,
  ...(cursor === undefined ? {} : { cursor }),
  ...(ranges === undefined ? {} : { ranges }),
  ...(foundEarly === 0 ? {} : { found_early: foundEarly }),
})

/** `undefined` for a trigger that somebody made over the API without data. */
export function readEvaluationData(data: unknown): (EvaluationData & { readonly range: EventRange }) | undefined {
  if (!Value.Check(EvaluationData, data)) return undefined
  return { ...data, range: { fromMs: Date.parse(data.timerange_from), toMs: Date.parse(data.timerange_to) } }
}

export type DefinitionTriggers = ReturnType<typeof createDefinitionTriggers>

interface Deps {
  readonly jobs: Pick<Jobs, 'writes' | 'findJob' | 'findTrigger'>
  readonly processors: EventProcessors
  readonly clock: Clock
}

export function createDefinitionTriggers({ jobs, processors, clock }: Deps) {
  const timingOf = (config: ProcessorConfig) => {
    const processor = processors.find(config)
    if (processor === undefined) throw new TypeError(`there is no processor for ${config.type}`)
    return processor.timing(config)
  }

  function jobOf({ id, title, description, config }: EventDefinition) {
    const { windowMs, hopMs } = timingOf(config)
    const timerange = { type: 'relative', range: Math.ceil(windowMs / 1000) }
    return {
      title,
      description,
      config: {
        type: EVALUATION,
        event_definition_id: id,
        processing_window_size: windowMs,
        processing_hop_size: hopMs,
        parameters: { type: config.type, timerange, streams: [], batch_size: 500 },
      },
    }
  }

  /** From now on: what happened before the definition was enabled is not searched, except for one window. */
  function freshTrigger({ config }: EventDefinition) {
    const schedule = scheduleOf(config, timingOf(config).hopMs)
    const now = clock.now()
    const nextTime = schedule.type === 'cron' ? (nextOfSchedule(schedule, now) ?? now) : now
    const range = { fromMs: nextTime.getTime() - timingOf(config).windowMs, toMs: nextTime.getTime() }
    return { schedule, nextTime, startTime: now, data: evaluationData(range, { hasRun: false }) }
  }

  const isSameTiming = (before: EventDefinition, after: EventDefinition): boolean =>
    JSON.stringify([timingOf(before.config), scheduleOf(before.config, 0)]) ===
    JSON.stringify([timingOf(after.config), scheduleOf(after.config, 0)])

  /** The trigger of the definition, if it is enabled. */
  async function find(definitionId: string): Promise<JobTrigger | undefined> {
    const job = await jobs.findJob(EVALUATION, definitionId)
    const trigger = job && (await jobs.findTrigger(job.document.id))
    return trigger?.document
  }

  /** The job of a new definition, and its trigger if it is enabled. */
  const inserting = (definition: EventDefinition, isScheduled: boolean) =>
    jobs.writes.inserting(jobOf(definition), isScheduled ? freshTrigger(definition) : undefined).writes

  return {
    inserting,
    /** Adapts job and trigger to a changed definition, enables or disables it. */
    async updating(before: EventDefinition, after: EventDefinition, isScheduled: boolean) {
      const job = await jobs.findJob(EVALUATION, after.id)
      if (job === undefined) return inserting(after, isScheduled)
      const changed = jobs.writes.replacing({ ...job.document, ...jobOf(after) }, job.version)
      const trigger = await jobs.findTrigger(job.document.id)
      if (!isScheduled) return [changed, ...(trigger === undefined ? [] : [jobs.writes.untriggering(trigger.document)])]
      const fresh = freshTrigger(after)
      if (trigger === undefined) return [changed, jobs.writes.triggering(job.document.id, fresh)]
      const { schedule, nextTime } = fresh
      // With the same windows the range continues, so nothing is searched twice or left out.
      const change = isSameTiming(before, after)
        ? { schedule, nextTime: clock.now() }
        : { schedule, nextTime, data: fresh.data }
      return [changed, jobs.writes.rescheduling(trigger, change)]
    },
    async deleting(definitionId: string) {
      const job = await jobs.findJob(EVALUATION, definitionId)
      return job === undefined ? [] : jobs.writes.deleting(job.document.id)
    },
    find,
    context: async (definitionId: string) => schedulerContext(await find(definitionId)),
  }
}

function scheduleOf(config: ProcessorConfig, hopMs: number): Schedule {
  if (config.use_cron_scheduling === true && config.cron_expression) {
    return { type: 'cron', cron_expression: config.cron_expression, timezone: config.cron_timezone ?? null }
  }
  return { type: 'interval', interval: Math.max(1, hopMs), unit: 'MILLISECONDS' }
}

function schedulerContext(trigger: JobTrigger | undefined): SchedulerContext {
  const data = readEvaluationData(trigger?.data)
  return {
    is_scheduled: trigger !== undefined,
    status: trigger?.status ?? null,
    next_time: trigger?.next_time ?? null,
    triggered_at: trigger?.triggered_at ?? null,
    data:
      data?.has_run === true
        ? { type: EVALUATION, timerange_from: data.timerange_from, timerange_to: data.timerange_to }
        : null,
    problem: trigger?.problem ?? null,
  }
}
