/**
 * Locks of triggers. Each change replaces the version that was read: of two nodes that claim a trigger at the same
 * moment, one is refused, and a run that lost its lock cannot commit.
 */
import type { Clock } from '../platform/clock.ts'
import { isLostRace, type SettingsStore, type Write } from '../platform/settings/settings-store.ts'
import { seenOf } from './due-triggers.ts'
import type { JobTrigger, TriggerStore } from './job-store.ts'

/** A trigger that this node runs. */
export interface HeldTrigger {
  trigger: JobTrigger
  version: number
}

export type TriggerClaims = ReturnType<typeof createTriggerClaims>

export type TriggerState = Pick<JobTrigger, 'status' | 'next_time' | 'data'> & { readonly problem?: string }

export function createTriggerClaims(deps: {
  readonly settings: SettingsStore
  readonly triggers: TriggerStore
  readonly clock: Clock
  readonly nodeId: string
}) {
  const { settings, triggers, clock, nodeId } = deps
  const now = () => clock.now().toISOString()

  /** Versions come from the store, so the trigger is read again. */
  async function replace(trigger: JobTrigger, version: number): Promise<HeldTrigger | undefined> {
    if (!(await isCommitted(settings.commit([triggers.replacing(trigger, version)])))) return undefined
    const stored = await triggers.findVersioned(trigger.id)
    if (stored === undefined || seenOf(stored.document) !== seenOf(trigger)) return undefined
    return { trigger: stored.document, version: stored.version }
  }

  return {
    /** `undefined` if the trigger is not in the state that was seen, or another node was faster. */
    async acquire(id: string, seen: string) {
      const found = await triggers.findVersioned(id)
      if (found === undefined || seenOf(found.document) !== seen) return undefined
      const { document: trigger, version } = found
      const lock = { owner: nodeId, last_lock_time: now(), clock: trigger.lock.clock + 1, progress: 0 }
      return replace({ ...trigger, status: 'running', triggered_at: now(), updated_at: now(), lock }, version)
    },
    /** Returns whether the node still holds the trigger. */
    async renew(held: HeldTrigger) {
      const { trigger, version } = held
      const renewed = await replace({ ...trigger, lock: { ...trigger.lock, last_lock_time: now() } }, version)
      if (renewed !== undefined) Object.assign(held, renewed)
      return renewed !== undefined
    },
    /** Commits the writes and the new state, and releases the lock. Rejects if the lock is lost. */
    async release(
      { trigger: { problem: _, ...trigger }, version }: HeldTrigger,
      state: TriggerState,
      writes: readonly Write[] = [],
    ) {
      // If the wall clock went back during the run, the next time may be of the time before.
      const updatedMs = Math.max(clock.now().getTime(), Date.parse(trigger.updated_at))
      const updated_at = new Date(updatedMs).toISOString()
      const released = { ...trigger, ...state, updated_at, lock: unlocked(trigger) }
      await settings.commit([triggers.replacing(released, version), ...writes])
    },
    /** Releases the locks that the node had when its process ended. */
    async releaseStale() {
      const running = await triggers.listBy('status', 'running')
      const stale = running.filter(({ lock }) => lock.owner === nodeId)
      for (const { id, lock } of stale) {
        const found = await triggers.findVersioned(id)
        if (found === undefined || found.document.lock.clock !== lock.clock) continue
        await replace({ ...found.document, status: 'runnable', lock: unlocked(found.document) }, found.version)
      }
      return stale.length
    },
  }
}

const unlocked = ({ lock }: JobTrigger) => ({ owner: null, last_lock_time: null, clock: lock.clock, progress: 0 })

async function isCommitted(commit: Promise<void>): Promise<boolean> {
  try {
    await commit
    return true
  } catch (error) {
    if (!isLostRace(error)) throw error
    return false
  }
}
