/** Which node runs which job of the cluster, and when each is due: one document per job in the settings store. */
import { type Static, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { defineCollection, isLostRace, type SettingsStore } from '../settings/settings-store.ts'

const JobLease = Type.Object({
  id: Type.String({ description: 'The name of the job' }),
  due_at: Type.String({ description: 'When the current period ends, and the job is to run' }),
  holder: Type.String({ description: 'The node that runs the job now; empty between two runs' }),
  expires_at: Type.String({ description: 'When another node may acquire the lease although the holder has it' }),
})
type JobLease = Static<typeof JobLease>

export const jobLeaseCollection = defineCollection({ name: 'job_leases', schema: JobLease })

/** Whether the caller must run the job now. */
export type Claim =
  | { readonly isAcquired: true }
  /** Not before `waitMs` have passed: the job is not due, or another node runs it. */
  | { readonly isAcquired: false; readonly waitMs: number }

export interface JobLeases {
  acquire(job: LeasedJob): Promise<Claim>
  /** Returns whether the node still holds the lease. */
  renew(name: string): Promise<boolean>
  /** The run is over. Without `everyMs` the job stays due. */
  release(name: string, everyMs?: number): Promise<void>
}

export interface LeasedJob {
  readonly name: string
  readonly everyMs: number
  /** When the first run of a job is due that is not in the store yet. */
  readonly firstDueMs: number
}

/**
 * Leases are compared with the wall clock, so the clocks of two nodes may differ by at most half of `leaseMs`. Each
 * change replaces the version that was read: of two nodes that acquire a lease at the same moment, one is refused.
 */
export function createJobLeases(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly nodeId: string
  readonly leaseMs: number
}): JobLeases {
  const { settings, clock, nodeId, leaseMs } = deps
  const leases = settings.collection(jobLeaseCollection)
  const nowMs = () => clock.now().getTime()
  const expiry = () => isoOf(nowMs() + leaseMs)

  /** Due much later than a whole period from now: the wall clock was set back, or the period became shorter. */
  function untilDueMs({ due_at }: JobLease, everyMs: number): number {
    const ms = Date.parse(due_at) - nowMs()
    return ms <= everyMs + leaseMs / 2 ? Math.max(0, ms) : 0
  }

  /** The node's own lease remains from a run whose process ended, a far one from a wall clock that was set back. */
  function untilFreeMs({ holder, expires_at }: JobLease): number {
    const ms = Date.parse(expires_at) - nowMs()
    return holder === '' || holder === nodeId || ms > 2 * leaseMs ? 0 : Math.max(0, ms)
  }

  /** Returns whether the lease was changed: not if `change` refuses, or another node changed it meanwhile. */
  async function change(name: string, to: (lease: JobLease) => JobLease | undefined): Promise<boolean> {
    const found = await leases.findVersioned(name)
    const changed = found && to(found.document)
    if (found === undefined || changed === undefined) return false
    return isCommitted(settings.commit([leases.replacing(changed, found.version)]))
  }

  async function insertUnlessThere({ name, firstDueMs }: LeasedJob): Promise<void> {
    if ((await leases.find(name)) !== undefined) return
    const lease = { id: name, due_at: isoOf(firstDueMs), holder: '', expires_at: isoOf(0) }
    await isCommitted(settings.commit([leases.inserting(lease)]))
  }

  return {
    async acquire(job) {
      await insertUnlessThere(job)
      let waitMs = 0
      const isAcquired = await change(job.name, (lease) => {
        waitMs = untilDueMs(lease, job.everyMs) || untilFreeMs(lease)
        return waitMs > 0 ? undefined : { ...lease, holder: nodeId, expires_at: expiry() }
      })
      // A node that lost the race checks again when the other node's lease could have expired.
      return isAcquired ? { isAcquired } : { isAcquired, waitMs: waitMs > 0 ? waitMs : leaseMs }
    },
    renew: (name) =>
      change(name, (lease) => (lease.holder === nodeId ? { ...lease, expires_at: expiry() } : undefined)),
    async release(name, everyMs) {
      await change(name, (lease) => {
        if (lease.holder !== nodeId) return undefined
        const due_at = everyMs === undefined ? lease.due_at : nextDue(Date.parse(lease.due_at), everyMs, nowMs())
        return { ...lease, holder: '', due_at }
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

async function isCommitted(commit: Promise<void>): Promise<boolean> {
  try {
    await commit
    return true
  } catch (error) {
    if (!isLostRace(error)) throw error
    return false
  }
}
