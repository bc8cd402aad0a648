/** Records the result of each attempt to send a notification, which the alert of its event shows. */

import { DELIVERY_RESULTS } from '@logyard/contract/alerts/alert-evidence'
import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { type Static, Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import type { ScheduledJob } from '../platform/scheduler/scheduler.ts'
import { defineCollection, type SettingsStore, type Write } from '../platform/settings/settings-store.ts'
import type { QueuedNotification } from './queued-notification.ts'

export const DELIVERY_DAYS = 30
/** The oldest above it are deleted. */
export const MAX_DELIVERIES = 20_000
/** Characters of a reason. */
const MAX_REASON = 500
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Documents per commit. */
const DELETED_AT_ONCE = 500

const Delivery = Type.Object({
  id: Type.String({ description: 'Of the trigger that sends it' }),
  event_id: Type.String(),
  notification_id: Type.String(),
  /** As it was then: the notification may be deleted. */
  title: Type.String(),
  type: Type.String(),
  kind: Type.Enum(['event', 'recovered', 'quiet-ended']),
  result: Type.Enum(DELIVERY_RESULTS),
  at: Type.String(),
  attempts: Type.Integer(),
  reason: Type.Union([Type.String(), Type.Null()]),
})
export type Delivery = Static<typeof Delivery>

const deliveryCollection = defineCollection({
  name: 'event_deliveries',
  audit: 'note',
  schema: Delivery,
  keys: { event: { unique: false, of: ({ event_id }: Delivery) => [event_id] } },
})

interface Attempt {
  readonly triggerId: string
  readonly notification: EventNotification
  readonly queued: QueuedNotification
  readonly result: Delivery['result']
  readonly reason: string | null
}

export type Deliveries = ReturnType<typeof createDeliveries>

export function createDeliveries({ settings, clock }: { readonly settings: SettingsStore; readonly clock: Clock }) {
  const store = settings.collection(deliveryCollection)
  return {
    /** The write for the commit that ends an attempt. */
    async recording({ triggerId, notification, queued, result, reason }: Attempt): Promise<Write> {
      const delivery: Delivery = {
        id: triggerId,
        event_id: queued.event_dto.id,
        notification_id: notification.id,
        title: notification.title,
        type: notification.config.type,
        kind: queued.kind,
        result,
        at: clock.now().toISOString(),
        attempts: queued.attempt + 1,
        reason: reason === null ? null : reason.slice(0, MAX_REASON),
      }
      const before = await store.findVersioned(triggerId)
      return before === undefined ? store.inserting(delivery) : store.replacing(delivery, before.version)
    },
    /** Newest first. */
    async ofEvents(eventIds: readonly string[]): Promise<readonly Delivery[]> {
      const found = await Promise.all(eventIds.map((id) => store.listBy('event', id)))
      return found.flat().sort((a, b) => (a.at < b.at ? 1 : -1))
    },
    sweep: (): ScheduledJob => ({
      name: 'event-delivery-sweep',
      everyMs: HOUR_MS,
      scope: 'cluster',
      deletesByAge: true,
      async run(signal) {
        const end = new Date(clock.now().getTime() - DELIVERY_DAYS * DAY_MS).toISOString()
        const all = await store.list()
        const old = all.filter(({ at }, place) => at < end || place < all.length - MAX_DELIVERIES)
        for (let from = 0; from < old.length; from += DELETED_AT_ONCE) {
          signal.throwIfAborted()
          await settings.commit(old.slice(from, from + DELETED_AT_ONCE).map(({ id }) => store.deleting(id)))
        }
      },
    }),
  }
}
