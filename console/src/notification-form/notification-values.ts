/** A notification as its form edits it. */
import type {
  EventNotification,
  EventNotificationDraft,
} from '@logyard/contract/event-notifications/event-notifications'
import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import type { MessageId } from '../base/text/catalogues.ts'

export interface NotificationValues {
  readonly title: string
  readonly description: string
  /** `undefined` until a type is chosen. */
  readonly config: NotificationConfig | undefined
}

export const NEW_NOTIFICATION: NotificationValues = { title: '', description: '', config: undefined }

export const notificationValues = ({ title, description, config }: EventNotification): NotificationValues => ({
  title,
  description,
  config,
})

/** What the form finds wrong itself, by field; the server checks the rest. */
export function notificationProblems({ title, config }: NotificationValues): Readonly<Record<string, MessageId>> {
  return {
    ...(title.trim() === '' ? { title: 'eventNotifications.problem.title' as const } : {}),
    ...(config === undefined ? { config: 'eventNotifications.problem.type' as const } : {}),
  }
}

/** `undefined` while no type is chosen. An id makes the server use the stored secrets for those that are not shown. */
export function notificationToSend(
  { title, description, config }: NotificationValues,
  id: string | undefined,
): EventNotificationDraft | undefined {
  if (config === undefined) return undefined
  return { ...(id === undefined ? {} : { id }), title: title.trim(), description, config }
}

/** The errors of the server that a change makes stale. */
export function errorsAfter(
  errors: Readonly<Record<string, string>>,
  changed: readonly string[],
): Readonly<Record<string, string>> {
  const stale = new Set(changed.flatMap((name) => (name.endsWith('_recipients') ? [name, 'recipients'] : [name])))
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !stale.has(name)))
}
