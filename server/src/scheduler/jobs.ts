/** Durable jobs: what other areas register, write and find. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore, Versioned } from '../platform/settings/settings-store.ts'
import { createJobRunner, type JobMetrics } from './job-runner.ts'
import { entityKey, type JobTrigger, jobCollection, type StoredJob, triggerCollection } from './job-store.ts'
import type { JobType } from './job-type.ts'
import { createJobWrites, type JobWrites } from './job-writes.ts'
import { schedulerRoutes } from './scheduler-routes.ts'
import { createSchedulerService } from './scheduler-service.ts'
import { triggerSweep } from './trigger-sweep.ts'

export interface Jobs extends AsyncDisposable {
  /** Before `open`. Triggers of other types go to `error`. */
  register(type: JobType): void
  /** Writes for commits in which a definition, its job and its trigger change together. */
  readonly writes: JobWrites
  /** The job of this type whose config names this event definition, notification or stream. */
  findJob(type: string, entityId: string): Promise<Versioned<StoredJob> | undefined>
  /** All jobs of this type, oldest first. */
  listJobs(type: string): Promise<readonly StoredJob[]>
  /** The recurring trigger of the job. */
  findTrigger(jobId: string): Promise<Versioned<JobTrigger> | undefined>
  /** All triggers of the job, oldest first: those that recur, wait, run, and ended within a day. */
  listTriggers(jobId: string): Promise<readonly JobTrigger[]>
  /** Those that wait, run, or failed within a day, oldest first. */
  listOpenTriggers(jobId: string): Promise<readonly JobTrigger[]>
  /** Those that wait or run. */
  countWaitingTriggers(jobId: string): Promise<number>
  /** The triggers of the job that wait, oldest first, with the owners in whose name they run; from memory. */
  waitingOf(jobId: string): readonly { readonly id: string; readonly owner: string }[]
  /** Looks for due triggers now. Commits to this store wake the scheduler by themselves. */
  wake(): void
  /** Releases the locks that this node had when its process ended, and begins to run triggers. */
  open(): Promise<void>
  routes(api: FastifyInstance): void
}

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
}): Jobs {
  const { settings } = deps
  const jobs = settings.collection(jobCollection)
  const triggers = settings.collection(triggerCollection)
  const types = new Map<string, JobType>()
  const writes = createJobWrites({ ...deps, jobs, triggers })
  const isKnownType = (type: string) => API_JOB_TYPES.includes(type) || types.has(type)
  const service = createSchedulerService({ ...deps, jobs, triggers, writes, isKnownType })
  const runner = createJobRunner({ ...deps, jobs, triggers, types })
  const sweep = deps.scheduler.add(triggerSweep({ ...deps, triggers }))
  return {
    register(type) {
      if (types.has(type.type)) throw new TypeError(`two job types are named ${type.type}`)
      types.set(type.type, type)
    },
    writes,
    async findJob(type, entityId) {
      const job = await jobs.findBy('entity', entityKey(type, entityId))
      return job && jobs.findVersioned(job.id)
    },
    listJobs: (type) => jobs.listBy('type', type),
    async findTrigger(jobId) {
      const trigger = await triggers.findBy('recurring', jobId)
      return trigger && triggers.findVersioned(trigger.id)
    },
    listTriggers: (jobId) => triggers.listBy('job', jobId),
    listOpenTriggers: (jobId) => triggers.listBy('open', jobId),
    countWaitingTriggers: (jobId) => triggers.countBy('waiting', jobId),
    waitingOf: runner.waitingOf,
    wake: runner.wake,
    open: runner.start,
    routes: (api) => schedulerRoutes(api, service),
    async [Symbol.asyncDispose]() {
      await sweep[Symbol.asyncDispose]()
      await runner[Symbol.asyncDispose]()
    },
  }
}
