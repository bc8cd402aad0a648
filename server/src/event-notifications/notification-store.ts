/** The stored notifications. */
import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { defineCollection } from '../platform/settings/settings-store.ts'

const StoredNotification = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  config: Type.String({ description: 'JSON; it may have secrets' }),
})
export type StoredNotification = Static<typeof StoredNotification>

export const notificationCollection = defineCollection({
  name: 'event_notifications',
  audit: { type: 'event-notification', isChangedBySystem: true },
  schema: StoredNotification,
  secrets: ['config'],
})

export const storedNotification = ({ config, ...facts }: EventNotification): StoredNotification => ({
  ...facts,
  config: JSON.stringify(config),
})

/** Notification with its secrets. */
export const readNotification = ({ config, ...facts }: StoredNotification): EventNotification => ({
  ...facts,
  config: Value.Parse(NotificationConfig, JSON.parse(config)),
})
