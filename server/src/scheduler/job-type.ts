/** What durable jobs are: a definition says what to do, its trigger when; a job type does it. */
import type { Write } from '../platform/settings/settings-store.ts'
import type { JobTrigger, StoredJob } from './job-store.ts'

export type { JobTrigger, Schedule } from './job-store.ts'

export interface JobRun {
  readonly job: StoredJob
  readonly trigger: JobTrigger
  /** Aborted when the node stops or no longer holds the trigger. */
  readonly signal: AbortSignal
}

/** How a run of a trigger ended. */
export type JobOutcome =
  /**
   * Done. The writes and the new state of the trigger are one commit; if that fails, neither is stored and the same
   * run is repeated. Without `next` the trigger is complete.
   */
  | {
      readonly kind: 'done'
      readonly writes?: readonly Write[]
      /** `problem`: what a user should know about the trigger until its next run. */
      readonly next?: { readonly at: Date; readonly data?: unknown; readonly problem?: string | undefined }
      /** Called once that commit is stored. */
      committed?(): void
    }
  /** A temporary failure: the same run is repeated at `at`, with the same data. */
  | { readonly kind: 'retry'; readonly at: Date; readonly reason: string }
  /** A permanent failure: the trigger does not run again until it is rescheduled. */
  | { readonly kind: 'failed'; readonly reason: string; readonly writes?: readonly Write[] }

/** The slots of its type that a job may take: any of them, the one that all such jobs share, or none for now. */
export type JobSlots = 'any' | 'one' | 'none'

/** The owner of jobs in which no user has a part. */
export const SERVER_OWNER = 'server'

/** A kind of job: each area registers its own. */
export interface JobType {
  /** `event-processor-execution-v1` */
  readonly type: string
  /** How many triggers of this type run at once on a node. Types do not take slots from each other. */
  readonly atOnce: number
  /** How many triggers of one job run at once on a node, if fewer: then a slow job leaves slots to others. */
  readonly atOnceOfJob?: number
  /** How many triggers of one owner run at once on a node, if fewer: for runs that may hang. */
  readonly atOnceOfOwner?: number
  /**
   * The user in whose name the trigger runs. Owners share the slots by the time that they use. Without it all jobs of
   * the type belong to the server.
   */
  ownerOf?(job: StoredJob, trigger: JobTrigger): Promise<string>
  /** Asked before each run. A job that may take none is asked again within a second. */
  slotsOf?(job: StoredJob): JobSlots
  /** A rejection counts as a temporary failure, and is retried after a few seconds. */
  run(run: JobRun): Promise<JobOutcome>
}
