/** Jobs and triggers as administrators see and change them, whatever they belong to. */
import {
  type JobDefinition,
  type JobDefinitionDraft,
  type JobSchedule,
  type JobTriggerDraft,
  type JobTrigger as JobTriggerOnWire,
  MAX_JOBS,
  MAX_TRIGGERS_OF_JOB,
} from '@logyard/contract/scheduler/scheduler'
import { type PageParameters, pageAnswer, readPage } from '../http/pagination.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError, validationFailed } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Collection, SettingsStore } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'
import type { JobTrigger, StoredJob, TriggerStore } from './job-store.ts'
import { type JobWrites, newTrigger } from './job-writes.ts'
import { cronProblem, nextOfSchedule } from './schedule-times.ts'

const schedulerJobNotFound = (id: string) =>
  new LogyardError('not-found', 'scheduler-job-not-found', `The job <${id}> does not exist`)

const tooManyJobs = (limit: number) =>
  new LogyardError('invalid', 'too-many-scheduler-jobs', `There are ${limit} jobs already, which is the limit`)

const tooManyTriggers = (limit: number) =>
  new LogyardError('invalid', 'too-many-triggers', `The job has ${limit} triggers already, which is the limit`)

const jobTaken = () =>
  new LogyardError('conflict', 'scheduler-job-taken', 'Another job of this type executes the same entity')

const triggerTaken = () =>
  new LogyardError('conflict', 'recurring-trigger-taken', 'The job has a trigger that recurs already')

const MIN_INTERVAL_MS = 1000
const MAX_INTERVAL_MS = 3650 * 86_400_000

const JOBS = { fields: [], defaultField: 'title', sort: 'id', sortable: [] }
const TRIGGERS = { fields: [], defaultField: 'id', sort: 'created_at', sortable: [] }

export interface SchedulerServiceDeps {
  readonly settings: SettingsStore
  readonly jobs: Collection<StoredJob, 'type' | 'entity'>
  readonly triggers: TriggerStore
  readonly writes: JobWrites
  readonly isKnownType: (type: string) => boolean
  readonly clock: Clock
  readonly ids: Ids
}

export type SchedulerService = ReturnType<typeof createSchedulerService>

export function createSchedulerService(deps: SchedulerServiceDeps) {
  const { settings, jobs, triggers, writes, clock, ids } = deps

  async function get(id: string) {
    const found = await jobs.findVersioned(id)
    if (found === undefined) throw schedulerJobNotFound(id)
    return found
  }

  return {
    async listJobs(parameters: PageParameters) {
      const request = readPage(parameters, JOBS)
      const found = await jobs.page(request)
      return { ...pageAnswer(request, found), job_definitions: [...found.rows], grand_total: found.grandTotal }
    },
    async listTriggers(parameters: PageParameters) {
      const request = readPage({ ...parameters, order: 'desc' }, TRIGGERS)
      const found = await triggers.page(request)
      return { ...pageAnswer(request, found), triggers: found.rows.map(onWire), grand_total: found.grandTotal }
    },
    getJob: async (id: string): Promise<JobDefinition> => (await get(id)).document,
    async createJob(draft: JobDefinitionDraft): Promise<JobDefinition> {
      const { job, writes: inserting } = writes.inserting(readDraft(deps, draft))
      if ((await jobs.count()) >= MAX_JOBS) throw tooManyJobs(MAX_JOBS)
      if (!(await unlessTaken(settings.commit(inserting)))) throw jobTaken()
      return job
    },
    async updateJob(id: string, draft: JobDefinitionDraft): Promise<JobDefinition> {
      const { document, version } = await get(id)
      const job = { id, ...readDraft(deps, draft) }
      if (job.config.type !== document.config.type)
        throw validationFailed({ config: ['The type of a job cannot be changed.'] })
      if (!(await unlessTaken(settings.commit([writes.replacing(job, version)])))) throw jobTaken()
      return job
    },
    async deleteJob(id: string): Promise<void> {
      await get(id)
      await settings.commit(await writes.deleting(id))
    },
    async createTrigger(draft: JobTriggerDraft): Promise<JobTriggerOnWire> {
      const read = readTrigger(draft)
      const job = await jobs.findVersioned(draft.job_definition_id)
      if (job === undefined) throw validationFailed({ job_definition_id: ['There is no job with this id.'] })
      if ((await triggers.countBy('job', job.document.id)) >= MAX_TRIGGERS_OF_JOB)
        throw tooManyTriggers(MAX_TRIGGERS_OF_JOB)
      const trigger = newTrigger(ids.next(), job.document.id, read, clock.now().toISOString())
      // The job is written too: a concurrent deletion would leave a trigger without it.
      const inserting = [triggers.inserting(trigger), writes.replacing(job.document, job.version)]
      if (!(await unlessTaken(settings.commit(inserting)))) throw triggerTaken()
      return onWire(trigger)
    },
  }
}

const onWire = ({ problem: _, ...trigger }: JobTrigger): JobTriggerOnWire => trigger

function readDraft({ isKnownType }: SchedulerServiceDeps, draft: JobDefinitionDraft): Omit<StoredJob, 'id'> {
  const { title, description, config } = draft
  const { type } = config
  if (title.trim() === '') throw validationFailed({ title: ['Job title cannot be empty.'] })
  if (typeof type !== 'string' || !isKnownType(type)) throw validationFailed({ config: ['The job type is unknown.'] })
  return { title, description, config: { ...config, type } }
}

function readTrigger({ start_time, next_time, end_time, schedule, data }: JobTriggerDraft) {
  const problem = scheduleProblem(schedule)
  if (problem !== undefined) throw validationFailed({ schedule: [problem] })
  return {
    schedule,
    startTime: readInstant('start_time', start_time),
    nextTime: readInstant('next_time', next_time),
    ...(end_time == null ? {} : { endTime: readInstant('end_time', end_time) }),
    data: data ?? null,
  }
}

function scheduleProblem(schedule: JobSchedule): string | undefined {
  if (schedule.type === 'cron') return cronProblem(schedule.cron_expression, schedule.timezone)
  if (schedule.type === 'once') return undefined
  const start = new Date(0)
  const intervalMs = nextOfSchedule(schedule, start)?.getTime() ?? Number.NaN
  if (intervalMs >= MIN_INTERVAL_MS && intervalMs <= MAX_INTERVAL_MS) return undefined
  return 'The interval must be from one second to ten years.'
}

/** The range of the instants that ISO 8601 writes with four digits for the year. */
function readInstant(property: string, text: string): Date {
  const instant = new Date(text)
  const year = Number.isNaN(instant.getTime()) ? -1 : instant.getUTCFullYear()
  if (year < 0 || year > 9999) throw validationFailed({ [property]: ['This is not a valid time in ISO 8601.'] })
  return instant
}
