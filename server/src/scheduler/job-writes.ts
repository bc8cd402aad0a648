/** The writes that change jobs and triggers, for commits of the areas that they belong to. */
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Collection, Versioned } from '../platform/settings/settings-store.ts'
import type { JobTrigger, Schedule, StoredJob, TriggerStore } from './job-store.ts'

export type JobDraft = Omit<StoredJob, 'id'>

export interface TriggerDraft {
  readonly schedule: Schedule
  readonly nextTime: Date
  /** `nextTime` if missing. */
  readonly startTime?: Date
  /** The trigger is complete when its next run would be later. */
  readonly endTime?: Date
  /** JSON values. */
  readonly data?: unknown
}

export interface TriggerChange {
  readonly nextTime: Date
  readonly schedule?: Schedule
  /** The data stay if this is missing. */
  readonly data?: unknown
}

export type JobWrites = ReturnType<typeof createJobWrites>

export function createJobWrites(deps: {
  readonly jobs: Collection<StoredJob, 'type' | 'entity'>
  readonly triggers: TriggerStore
  readonly clock: Clock
  readonly ids: Ids
}) {
  const { jobs, triggers, clock, ids } = deps
  /** A further trigger of the job. */
  const triggering = (jobId: string, draft: TriggerDraft) =>
    triggers.inserting(newTrigger(ids.next(), jobId, draft, clock.now().toISOString()))
  return {
    /** A new job, and the trigger it starts with. */
    inserting(draft: JobDraft, trigger?: TriggerDraft) {
      const job = { id: ids.next(), ...draft }
      const writes = [jobs.inserting(job), ...(trigger === undefined ? [] : [triggering(job.id, trigger)])]
      return { job, writes }
    },
    /** The job with other contents. The version refuses a concurrent change. */
    replacing: jobs.replacing,
    triggering,
    /**
     * Makes the trigger runnable at another time, whatever its status is. A run that is under way ends without an
     * outcome: the write changes the trigger, so the run's commit is refused.
     */
    rescheduling: ({ document, version }: Versioned<JobTrigger>, change: TriggerChange) =>
      triggers.replacing(rescheduled(document, change, clock.now().toISOString()), version),
    /** Deletes the trigger; a run that is under way ends without an outcome. */
    untriggering: ({ id }: Pick<JobTrigger, 'id'>) => triggers.deleting(id),
    /** Deletes the job and all of its triggers. */
    async deleting(jobId: string) {
      const stored = await triggers.listBy('job', jobId)
      return [jobs.deleting(jobId), ...stored.map(({ id }) => triggers.deleting(id))]
    },
  }
}

const FREE = { owner: null, last_lock_time: null, clock: 0, progress: 0 } as const

export function newTrigger(id: string, jobId: string, draft: TriggerDraft, now: string): JobTrigger {
  return {
    id,
    job_definition_id: jobId,
    start_time: (draft.startTime ?? draft.nextTime).toISOString(),
    end_time: draft.endTime?.toISOString() ?? null,
    next_time: draft.nextTime.toISOString(),
    created_at: now,
    updated_at: now,
    triggered_at: null,
    status: 'runnable',
    lock: FREE,
    schedule: draft.schedule,
    data: draft.data ?? null,
  }
}

function rescheduled({ problem: _, ...trigger }: JobTrigger, change: TriggerChange, now: string): JobTrigger {
  return {
    ...trigger,
    status: 'runnable',
    next_time: change.nextTime.toISOString(),
    updated_at: now,
    lock: { ...FREE, clock: trigger.lock.clock + 1 },
    schedule: change.schedule ?? trigger.schedule,
    ...(change.data === undefined ? {} : { data: change.data }),
  }
}
