import { NOTIFICATION_TYPES, type Notification, type NotificationType } from '@logyard/contract/notices/notifications'
import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { defineCollection, type SettingsStore, UniqueTaken } from '../platform/settings/settings-store.ts'

/** Warnings to administrators: at most one of a type, until it is dismissed or fixed. */
export interface Notifications {
  /** Does nothing when there is one of this type already, so that its timestamp is the beginning. */
  raise(type: NotificationType, severity: Notification['severity'], details?: Notification['details']): Promise<void>
  /** Call it when the problem is over, or when a user dismisses the notification. */
  remove(type: NotificationType): Promise<void>
  /** Newest first. */
  list(): Promise<readonly Notification[]>
}

export interface NotificationsDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly nodeId: string
}

const NotificationRecord = Type.Object({
  id: Type.String(),
  severity: Type.Union([Type.Literal('normal'), Type.Literal('urgent')]),
  timestamp: Type.String(),
  node_id: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
})
const notificationRecords = defineCollection({ name: 'notifications', schema: NotificationRecord })

const typeUnknown = (type: string) =>
  new LogyardError('invalid', 'notification-type-unknown', `There is no notification type ${type}.`)

/** The case of the type does not matter. */
export function parseNotificationType(text: string): NotificationType {
  const type = NOTIFICATION_TYPES.find((candidate) => candidate === text.toLowerCase())
  if (type === undefined) throw typeUnknown(text)
  return type
}

export function createNotifications({ settings, clock, nodeId }: NotificationsDeps): Notifications {
  const records = settings.collection(notificationRecords)
  return {
    async raise(type, severity, details = {}) {
      if ((await records.find(type)) !== undefined) return
      const timestamp = clock.now().toISOString()
      try {
        await records.insert({ id: type, severity, timestamp, node_id: nodeId, details })
      } catch (error) {
        // Another caller raised it at the same moment.
        if (!(error instanceof UniqueTaken)) throw error
      }
    },
    async remove(type) {
      await records.delete(type)
    },
    async list() {
      const newestFirst = [...(await records.list())].sort((a, b) => b.timestamp.localeCompare(a.timestamp))
      return newestFirst.map(({ id, ...facts }) => ({ type: id, ...facts }))
    },
  }
}
