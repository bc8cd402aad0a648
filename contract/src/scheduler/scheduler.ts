/** Durable jobs and their triggers: what runs on a schedule and survives a restart. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { ApiError, IsoInstant, nullable, page, pageQuery, refusedEntity } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'

export const TRIGGER_STATUSES = ['runnable', 'running', 'complete', 'paused', 'error'] as const
export const INTERVAL_UNITS = ['MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const

/** Jobs that the API may create, besides those of event definitions and notifications. */
export const MAX_JOBS = 10_000
/** Triggers of one job that the API may create. */
export const MAX_TRIGGERS_OF_JOB = 1000
/** Characters. */
const MAX_TITLE = 1000
const MAX_ID = 100
const MAX_INSTANT = 40
const MAX_CRON = 200
const MAX_ZONE = 100
const MAX_PROPERTIES = 100

const jobConfig = freeMap('The configuration depends on the job type', {
  maxProperties: MAX_PROPERTIES,
  description: 'Has a `type`, which this server knows',
})

export const JobDefinition = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    config: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'JobDefinition' },
)
export type JobDefinition = Static<typeof JobDefinition>

export const JobDefinitionDraft = Type.Object(
  {
    id: Type.Optional(nullable(Type.String({ maxLength: MAX_ID, description: 'Ignored' }))),
    title: Type.String({ maxLength: MAX_TITLE }),
    description: Type.String({ maxLength: MAX_TITLE }),
    config: jobConfig,
  },
  { title: 'JobDefinitionDraft', additionalProperties: false },
)
export type JobDefinitionDraft = Static<typeof JobDefinitionDraft>

const intervalSchedule = Type.Object(
  { type: Type.Literal('interval'), interval: int({ minimum: 1 }), unit: Type.Enum(INTERVAL_UNITS) },
  { additionalProperties: false },
)
const onceSchedule = Type.Object({ type: Type.Literal('once') }, { additionalProperties: false })
const cronSchedule = Type.Object(
  {
    type: Type.Literal('cron'),
    cron_expression: Type.String({ maxLength: MAX_CRON }),
    timezone: nullable(Type.String({ maxLength: MAX_ZONE, description: 'An IANA name; UTC if null' })),
  },
  { additionalProperties: false },
)
export type JobSchedule = Static<typeof intervalSchedule> | Static<typeof onceSchedule> | Static<typeof cronSchedule>
export const JobSchedule = byType<JobSchedule>(
  'JobSchedule',
  { interval: intervalSchedule, once: onceSchedule, cron: cronSchedule },
  { description: '`cron` is not part of the Graylog 4.0 API' },
)

export const JobTrigger = Type.Object(
  {
    id: Type.String(),
    job_definition_id: Type.String(),
    start_time: IsoInstant,
    end_time: nullable(IsoInstant),
    next_time: IsoInstant,
    created_at: IsoInstant,
    updated_at: IsoInstant,
    triggered_at: nullable(IsoInstant),
    status: Type.Enum(TRIGGER_STATUSES),
    lock: Type.Object({
      owner: nullable(Type.String({ description: 'The node that runs the job now' })),
      last_lock_time: nullable(IsoInstant),
      clock: Type.Integer(),
      progress: Type.Integer(),
    }),
    schedule: JobSchedule,
    data: Type.Unknown({ description: 'State that the next run continues with; null if there is none' }),
  },
  { title: 'JobTrigger' },
)
export type JobTrigger = Static<typeof JobTrigger>

const instant = Type.String({ maxLength: MAX_INSTANT, description: 'ISO 8601' })

export const JobTriggerDraft = Type.Object(
  {
    job_definition_id: Type.String({ maxLength: MAX_ID }),
    start_time: instant,
    next_time: instant,
    end_time: Type.Optional(nullable(instant)),
    schedule: JobSchedule,
    data: Type.Optional(nullable(freeMap('The data depend on the job type', { maxProperties: MAX_PROPERTIES }))),
  },
  { title: 'JobTriggerDraft', additionalProperties: false },
)
export type JobTriggerDraft = Static<typeof JobTriggerDraft>

export const JobDefinitionPage = page('JobDefinitionPage', {
  job_definitions: Type.Array(JobDefinition),
  grand_total: Type.Integer(),
})
export const JobTriggerPage = page('JobTriggerPage', { triggers: Type.Array(JobTrigger), grand_total: Type.Integer() })

const { get, post, put, del } = inArea('events')
const admin = holds('*')
const pageOfAll = Type.Object({ page: pageQuery.page, per_page: pageQuery.per_page })

export const listJobs = get('/scheduler/jobs', {
  id: 'scheduler.jobs',
  summary: 'A page of the jobs, oldest first',
  access: admin,
  query: pageOfAll,
  answers: { 200: JobDefinitionPage, 400: ApiError },
})

export const getJob = get('/scheduler/jobs/{id}', {
  id: 'scheduler.job',
  summary: 'One job',
  access: admin,
  answers: { 200: JobDefinition, 404: ApiError },
})

export const createJob = post('/scheduler/jobs', {
  id: 'scheduler.create_job',
  summary: 'Create a job; it does not run before it has a trigger',
  access: admin,
  audit: 'scheduler-job:create',
  created: 'id',
  body: JobDefinitionDraft,
  answers: { 200: JobDefinition, 400: refusedEntity },
})

export const updateJob = put('/scheduler/jobs/{id}', {
  id: 'scheduler.update_job',
  summary: 'Change a job; its triggers stay',
  access: admin,
  audit: 'scheduler-job:update',
  body: JobDefinitionDraft,
  answers: { 200: JobDefinition, 400: refusedEntity, 404: ApiError },
})

export const deleteJob = del('/scheduler/jobs/{id}', {
  id: 'scheduler.delete_job',
  summary: 'Delete a job and its triggers',
  access: admin,
  audit: 'scheduler-job:delete',
  answers: { 204: NoBody, 404: ApiError },
})

export const listTriggers = get('/scheduler/triggers', {
  id: 'scheduler.triggers',
  summary: 'A page of the triggers, newest first',
  access: admin,
  query: pageOfAll,
  answers: { 200: JobTriggerPage, 400: ApiError },
})

export const createTrigger = post('/scheduler/triggers', {
  id: 'scheduler.create_trigger',
  summary: 'Create a trigger: it says when its job runs',
  access: admin,
  audit: 'scheduler-trigger:create',
  created: 'id',
  body: JobTriggerDraft,
  answers: { 200: JobTrigger, 400: refusedEntity },
})
