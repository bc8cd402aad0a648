/** When notifications were queued last, for grace periods and limits. */
import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'

const NotifiedKey = Type.Object({
  id: Type.String({ description: 'A digest of the notification, the definition and the key' }),
  event_definition_id: Type.String(),
  /** Time of the last event that was notified of. */
  notified_at: Type.String(),
  /** From then on it has no effect. */
  expires_at: Type.String(),
})
type NotifiedKey = Static<typeof NotifiedKey>

export const notifiedKeyCollection = defineCollection({
  name: 'event_notified_keys',
  audit: 'note',
  schema: NotifiedKey,
})
export type NotifiedKeyStore = Collection<NotifiedKey>

export const notifiedKeyId = (notificationId: string, definitionId: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([notificationId, definitionId, key]))
    .digest('hex')

const NotificationCount = Type.Object({
  id: Type.String({ description: 'Of the event definition' }),
  since_ms: Type.Number(),
  count: Type.Integer(),
})

export const notificationCountCollection = defineCollection({
  name: 'event_notification_counts',
  audit: 'note',
  schema: NotificationCount,
})
export type NotificationCountStore = Collection<Static<typeof NotificationCount>>
