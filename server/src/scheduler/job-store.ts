/** The stored jobs and their triggers, with the names of the API. */
import { type Static, Type } from 'typebox'
import { defineCollection } from '../platform/settings/settings-store.ts'

const TRIGGER_STATUSES = ['runnable', 'running', 'complete', 'paused', 'error'] as const
export type TriggerStatus = (typeof TRIGGER_STATUSES)[number]

const StoredJob = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  config: Type.Object({ type: Type.String() }, { additionalProperties: true }),
})
export type StoredJob = Static<typeof StoredJob>

export const INTERVAL_UNITS = ['MILLISECONDS', 'SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const

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

export const jobCollection = defineCollection({
  name: 'scheduler_jobs',
  schema: StoredJob,
  keys: {
    /** Of jobs that execute an event definition or send a notification: the id of that entity. */
    entity: {
      unique: false,
      of: ({ config }: StoredJob) =>
        ['event_definition_id', 'notification_id'].flatMap((name) => {
          const id = config[name as keyof typeof config]
          return typeof id === 'string' ? [`${config.type}:${id}`] : []
        }),
    },
  },
})

export const triggerCollection = defineCollection({
  name: 'scheduler_triggers',
  schema: JobTrigger,
  keys: {
    job: { unique: false, of: (trigger: JobTrigger) => [trigger.job_definition_id] },
    status: { unique: false, of: (trigger: JobTrigger) => [trigger.status] },
  },
})
