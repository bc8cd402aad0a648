/**
 * Pauses of notifications whose other side does not answer. They grow from failure to failure and end with the first
 * response. Until then these notifications share one slot of the node, so that they cannot take the slots of others.
 */
import { type Static, Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { createReplica } from '../platform/settings/replica.ts'
import { type Collection, defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'

export const FIRST_PAUSE_MS = 1000
export const MAX_PAUSE_MS = 300_000
/** A notification that took longer shares the one slot too. */
export const SLOW_SENDING_MS = 5000

const NotificationPause = Type.Object({
  id: Type.String({ description: 'Of the notification' }),
  /** Failures in a row. */
  failures: Type.Integer(),
  reason: Type.String(),
  paused_until: Type.String(),
})
export type NotificationPause = Static<typeof NotificationPause>

export const pauseCollection = defineCollection({
  name: 'event_notification_pauses',
  audit: { type: 'event-notification-pauses' },
  schema: NotificationPause,
})
export type PauseStore = Collection<NotificationPause>

export type NotificationPauses = Awaited<ReturnType<typeof createNotificationPauses>>

export async function createNotificationPauses(deps: { readonly settings: SettingsStore; readonly clock: Clock }) {
  const { settings, clock } = deps
  const store: PauseStore = settings.collection(pauseCollection)
  const replica = createReplica(settings, pauseCollection)
  await replica.fresh()
  // After the replica, which notes the change first. A failed read is repeated by the next change or call.
  const subscription = settings.onChange(pauseCollection.name, () => void replica.fresh().catch(() => undefined))
  const slow = new Set<string>()
  const find = async (id: string) => {
    await replica.fresh()
    return replica.find(id)
  }

  /** A wall clock that was set back must not make a pause longer than the longest one. */
  function isPaused({ paused_until }: NotificationPause): boolean {
    const leftMs = Date.parse(paused_until) - clock.now().getTime()
    return leftMs > 0 && leftMs <= MAX_PAUSE_MS
  }

  return {
    /** Which slots the notification may take now, as far as this node was told. */
    slotsOf(id: string) {
      const pause = replica.find(id)
      if (pause === undefined) return slow.has(id) ? 'one' : 'any'
      return isPaused(pause) ? 'none' : 'one'
    },
    find,
    async list() {
      await replica.fresh()
      return replica.list().filter(isPaused)
    },
    /** Pauses the notification, for twice as long as the last time. */
    async failed(id: string, reason: string) {
      const failures = ((await find(id))?.failures ?? 0) + 1
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), MAX_PAUSE_MS)
      const paused_until = new Date(clock.now().getTime() + pauseMs).toISOString()
      const pause = await store.put({ id, failures, reason, paused_until })
      await replica.fresh()
      return pause
    },
    /** Ends the pauses. The other side may have refused the notification. */
    async answered(id: string, tookMs: number) {
      if (tookMs > SLOW_SENDING_MS) slow.add(id)
      else slow.delete(id)
      if ((await find(id)) === undefined) return
      await store.delete(id)
      await replica.fresh()
    },
    /** Ends the pause, so that the next attempt follows at once. Another failure pauses for longer. */
    async end(id: string) {
      const pause = await find(id)
      if (pause === undefined) return
      await store.put({ ...pause, paused_until: clock.now().toISOString() })
      await replica.fresh()
    },
    /** Writes for the commit that changes or deletes the notification. */
    forgetting: (id: string) => [store.deleting(id)],
    [Symbol.dispose]() {
      subscription[Symbol.dispose]()
      replica[Symbol.dispose]()
    },
  }
}
