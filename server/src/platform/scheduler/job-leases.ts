/** Which node runs which job of the cluster, and when each is due: one document per job in the settings store. */
import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { defineCollection, type SettingsStore } from '../settings/settings-store.ts'
import { unlessTaken } from '../settings/unless-taken.ts'
import { createLeases, leaseProperties } from './leases.ts'

const JobLease = Type.Object({
  id: Type.String({ description: 'The name of the job' }),
  due_at: Type.String({ description: 'When the current period ends, and the job is to run' }),
  ...leaseProperties,
})
type JobLease = Static<typeof JobLease>

export const jobLeaseCollection = defineCollection({ name: 'job_leases', audit: 'note', schema: JobLease })

/** Whether the caller must run the job now. */
export type Claim =
  | { readonly isAcquired: true }
  /** Not before `waitMs` have passed: the job is not due, or another node runs it. */
  | { readonly isAcquired: false; readonly waitMs: number }

export type JobLeases = ReturnType<typeof createJobLeases>

export interface LeasedJob {
  readonly name: string
  readonly everyMs: number
  /** When the first run of a job is due that is not in the store yet. */
  readonly firstDueMs: number
}

export function createJobLeases(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly nodeId: string
  readonly leaseMs: number
}) {
  const { settings, clock, leaseMs } = deps
  const documents = settings.collection(jobLeaseCollection)
  const leases = createLeases({ ...deps, documents })
  const nowMs = () => clock.now().getTime()

  /** Due much later than a whole period from now: the wall clock was set back, or the period became shorter. */
  function untilDueMs({ due_at }: JobLease, everyMs: number): number {
    const ms = Date.parse(due_at) - nowMs()
    return ms <= everyMs + leaseMs / 2 ? Math.max(0, ms) : 0
  }

  async function insertUnlessThere({ name, firstDueMs }: LeasedJob): Promise<void> {
    if ((await documents.find(name)) !== undefined) return
    await unlessTaken(documents.insert({ id: name, due_at: isoOf(firstDueMs), holder: '', expires_at: isoOf(0) }))
  }

  return {
    async acquire(job: LeasedJob): Promise<Claim> {
      await insertUnlessThere(job)
      let waitMs = 0
      const acquired = await leases.acquire(job.name, (lease) => {
        waitMs = untilDueMs(lease, job.everyMs) || leases.untilFreeMs(lease)
        return waitMs > 0 ? undefined : lease
      })
      return acquired === undefined ? { isAcquired: false, waitMs } : { isAcquired: true }
    },
    /** Returns whether the node still holds the lease. */
    renew: leases.renew,
    /** The run is over. Without `everyMs` the job stays due. */
    async release(name: string, everyMs?: number) {
      await leases.whileHeld(name, ({ document: lease, version }) => {
        const due_at = everyMs === undefined ? lease.due_at : nextDue(Date.parse(lease.due_at), everyMs, nowMs())
        return [documents.replacing({ ...lease, holder: '', due_at }, version)]
      })
    },
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString()

/** Periods keep their phase; missed runs are not repeated. */
function nextDue(dueMs: number, everyMs: number, nowMs: number): string {
  const missed = Math.floor((nowMs - dueMs) / everyMs)
  return isoOf(missed < 0 ? nowMs + everyMs : dueMs + (missed + 1) * everyMs)
}
