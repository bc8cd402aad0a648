/** Durable jobs: what other areas register, write and find. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createJobRunner, type JobMetrics } from './job-runner.ts'
import { entityKey, jobCollection, triggerCollection } from './job-store.ts'
import type { JobType } from './job-type.ts'
import { createJobWrites } from './job-writes.ts'
import { schedulerRoutes } from './scheduler-routes.ts'
import { createSchedulerService } from './scheduler-service.ts'
import { triggerSweep } from './trigger-sweep.ts'

export type Jobs = ReturnType<typeof createJobs>

/** The types of the Graylog 4.0 API. Their areas register them. */
const API_JOB_TYPES: readonly string[] = ['event-processor-execution-v1', 'notification-execution-v1']

export function createJobs(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly nodeId: string
  readonly metrics: JobMetrics
  readonly scheduler: Pick<Scheduler, 'add'>
  /** How long after a node died another one runs its triggers. */
  readonly leaseMs?: number
}) {
  const { settings } = deps
  const jobs = settings.collection(jobCollection)
  const triggers = settings.collection(triggerCollection)
  const types = new Map<string, JobType>()
  /** Writes for commits in which a definition, its job and its trigger change together. */
  const writes = createJobWrites({ ...deps, jobs, triggers })
  const isKnownType = (type: string) => API_JOB_TYPES.includes(type) || types.has(type)
  const service = createSchedulerService({ ...deps, jobs, triggers, writes, isKnownType })
  const runner = createJobRunner({ ...deps, jobs, triggers, types })
  const sweep = deps.scheduler.add(triggerSweep({ ...deps, triggers }))
  return {
    /** Before `open`. Triggers of other types go to `error`. */
    register(type: JobType) {
      if (types.has(type.type)) throw new TypeError(`two job types are named ${type.type}`)
      types.set(type.type, type)
    },
    writes,
    /** The job of this type whose config names this event definition, notification or stream. */
    async findJob(type: string, entityId: string) {
      const job = await jobs.findBy('entity', entityKey(type, entityId))
      return job && jobs.findVersioned(job.id)
    },
    /** All jobs of this type, oldest first. */
    listJobs: (type: string) => jobs.listBy('type', type),
    /** The recurring trigger of the job. */
    async findTrigger(jobId: string) {
      const trigger = await triggers.findBy('recurring', jobId)
      return trigger && triggers.findVersioned(trigger.id)
    },
    /** All triggers of the job, oldest first: those that recur, wait, run, and ended within a day. */
    listTriggers: (jobId: string) => triggers.listBy('job', jobId),
    /** Those that wait, run, or failed within a day, oldest first. */
    listOpenTriggers: (jobId: string) => triggers.listBy('open', jobId),
    /** Those that wait or run. */
    countWaitingTriggers: (jobId: string) => triggers.countBy('waiting', jobId),
    /** The triggers of the job that wait, oldest first, with the owners in whose name they run; from memory. */
    waitingOf: runner.waitingOf,
    hasten: runner.hasten,
    /** Called when jobs are made, changed or deleted; a run changes none. */
    onChange: (listener: () => void) => settings.onChange(jobCollection.name, listener),
    /** Looks for due triggers now. Commits to this store wake the scheduler by themselves. */
    wake: runner.wake,
    /** Releases the locks that this node had when its process ended, and begins to run triggers. */
    open: runner.start,
    routes: (api: FastifyInstance) => schedulerRoutes(api, service),
    async [Symbol.asyncDispose]() {
      await sweep[Symbol.asyncDispose]()
      await runner[Symbol.asyncDispose]()
    },
  }
}
