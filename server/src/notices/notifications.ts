import { NOTIFICATION_TYPES, type Notification, type NotificationType } from '@logyard/contract/notices/notifications'
import { type Static, Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import { maskCredentials } from '../platform/server-log/mask-credentials.ts'
import {
  defineCollection,
  isWriteConflict,
  type SettingsStore,
  type Write,
} from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'

/** Warnings to administrators: at most one of a type, until it is dismissed or fixed. */
export type Notifications = ReturnType<typeof createNotifications>

export interface NotificationFollower {
  /** Writes for the commit that raises the notification. The type and the timestamp tell it from others. */
  writesFor(raised: Notification): readonly Write[]
}

const NotificationRecord = Type.Object({
  id: Type.String(),
  severity: Type.Union([Type.Literal('normal'), Type.Literal('urgent')]),
  timestamp: Type.String(),
  node_id: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  is_followed: Type.Optional(Type.Boolean()),
})
type NotificationRecord = Static<typeof NotificationRecord>
const notificationRecords = defineCollection({
  name: 'notifications',
  audit: { type: 'notification' },
  schema: NotificationRecord,
})

const typeUnknown = (type: string) =>
  new LogyardError('invalid', 'notification-type-unknown', `There is no notification type ${type}.`)

/** The case of the type does not matter. */
export function parseNotificationType(text: string): NotificationType {
  const type = NOTIFICATION_TYPES.find((candidate) => candidate === text.toLowerCase())
  if (type === undefined) throw typeUnknown(text)
  return type
}

/** Details often are the texts of errors, and events of the system carry them out of Logyard. */
const withoutCredentials = (details: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? maskCredentials(value) : value]),
  )

const notificationOf = ({ id, is_followed: _, ...facts }: NotificationRecord): Notification => ({ type: id, ...facts })

export function createNotifications(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly nodeId: string
}) {
  const { settings, clock, nodeId } = deps
  const records = settings.collection(notificationRecords)
  let follower: NotificationFollower | undefined

  /** Stores what follows from the notification, unless that is stored. */
  async function tell(type: string): Promise<void> {
    const found = await records.findVersioned(type)
    if (follower === undefined || found === undefined || found.document.is_followed === true) return
    const followed = records.replacing({ ...found.document, is_followed: true }, found.version)
    try {
      await settings.commit([followed, ...follower.writesFor(notificationOf(found.document))])
    } catch (error) {
      // Another node told it, or it was dismissed.
      if (!isWriteConflict(error)) throw error
    }
  }

  return {
    /** Does nothing when there is one of this type already, so that its timestamp is the beginning. */
    async raise(type: NotificationType, severity: Notification['severity'], details: Notification['details'] = {}) {
      if ((await records.find(type)) !== undefined) return
      const masked = withoutCredentials(details)
      const facts = { severity, timestamp: clock.now().toISOString(), node_id: nodeId, details: masked }
      const notified = follower
      const writes = notified?.writesFor({ type, ...facts }) ?? []
      const record = { id: type, ...facts, ...(notified === undefined ? {} : { is_followed: true }) }
      await unlessTaken(settings.commit([records.inserting(record), ...writes]))
      if (notified !== follower) await tell(type)
    },
    /** Call it when the problem is over, or when a user dismisses the notification. */
    async remove(type: NotificationType) {
      await records.delete(type)
    },
    /** Newest first. */
    async list() {
      return [...(await records.list())].sort((a, b) => b.timestamp.localeCompare(a.timestamp)).map(notificationOf)
    },
    /** From now on. Notifications that no follower was told of are told now. */
    async follow(added: NotificationFollower) {
      follower = added
      for (const { id } of await records.list()) await tell(id)
    },
  }
}
