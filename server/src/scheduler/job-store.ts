/** The stored jobs and their triggers, with the names of the API. */
import { INTERVAL_UNITS, TRIGGER_STATUSES } from '@logyard/contract/scheduler/scheduler'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const StoredJob = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  config: Type.Object({ type: Type.String() }, { additionalProperties: true }),
})
export type StoredJob = Static<typeof StoredJob>

const Schedule = Type.Union([
  Type.Object({
    type: Type.Literal('interval'),
    interval: Type.Integer({ minimum: 1 }),
    unit: Type.Enum(INTERVAL_UNITS),
  }),
  Type.Object({ type: Type.Literal('once') }),
  Type.Object({
    type: Type.Literal('cron'),
    cron_expression: Type.String(),
    timezone: Type.Union([Type.String(), Type.Null()]),
  }),
])
export type Schedule = Static<typeof Schedule>

const instant = Type.String({ description: 'ISO 8601, UTC' })
const nullableInstant = Type.Union([instant, Type.Null()])

const JobTrigger = Type.Object({
  id: Type.String(),
  job_definition_id: Type.String(),
  start_time: instant,
  end_time: nullableInstant,
  next_time: instant,
  created_at: instant,
  updated_at: instant,
  triggered_at: nullableInstant,
  status: Type.Enum(TRIGGER_STATUSES),
  lock: Type.Object({
    owner: Type.Union([Type.String(), Type.Null()]),
    last_lock_time: nullableInstant,
    clock: Type.Integer(),
    progress: Type.Integer(),
  }),
  schedule: Schedule,
  data: Type.Unknown(),
  /** Why the last run failed; ours, not on the wire. */
  problem: Type.Optional(Type.String()),
})
export type JobTrigger = Static<typeof JobTrigger>

/** The properties of a config that name the entity which a job is for; `scope` names the whole cluster. */
const ENTITY_NAMES: readonly string[] = [
  'event_definition_id',
  'notification_id',
  'stream_id',
  'quiet_time_id',
  'scope',
]

export const entityKey = (type: string, id: string) => `${type}:${id}`

export const jobCollection = defineCollection({
  name: 'scheduler_jobs',
  audit: { type: 'scheduler-job' },
  schema: StoredJob,
  keys: {
    type: { unique: false, of: ({ config }: StoredJob) => [config.type] },
    /** An entity has at most one job of a type. */
    entity: {
      unique: true,
      of: ({ config }: StoredJob) =>
        Object.entries(config).flatMap(([name, id]) =>
          ENTITY_NAMES.includes(name) && typeof id === 'string' ? [entityKey(config.type, id)] : [],
        ),
    },
  },
})

export const triggerCollection = defineCollection({
  name: 'scheduler_triggers',
  audit: { type: 'scheduler-trigger' },
  schema: JobTrigger,
  keys: {
    job: { unique: false, of: (trigger: JobTrigger) => [trigger.job_definition_id] },
    /** A job has at most one trigger that recurs; two would evaluate the same ranges. */
    recurring: {
      unique: true,
      of: ({ schedule, job_definition_id }: JobTrigger) => (schedule.type === 'once' ? [] : [job_definition_id]),
    },
    status: { unique: false, of: (trigger: JobTrigger) => [trigger.status] },
    /** Triggers by job: those that wait or run. */
    waiting: {
      unique: false,
      of: ({ status, job_definition_id }: JobTrigger) =>
        status === 'runnable' || status === 'running' ? [job_definition_id] : [],
    },
    /** Triggers by job: those whose work is not done, failed ones too. */
    open: {
      unique: false,
      of: ({ status, job_definition_id }: JobTrigger) => (status === 'complete' ? [] : [job_definition_id]),
    },
  },
})
export type TriggerStore = Collection<JobTrigger, 'job' | 'recurring' | 'status' | 'waiting' | 'open'>
