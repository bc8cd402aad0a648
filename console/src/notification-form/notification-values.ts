/** A notification as its form edits it. */
import type { Field } from '@logyard/contract/configured/field'
import type {
  EventNotification,
  EventNotificationDraft,
} from '@logyard/contract/event-notifications/event-notifications'
import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { type FieldProblem, fieldProblems } from '../ui/fields/field-problems.ts'
import { inGroup } from '../ui/form/field-groups.ts'

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
export const notificationProblems = (
  { title, config }: NotificationValues,
  fields: readonly Field[],
): Readonly<Record<string, FieldProblem>> => ({
  ...(title.trim() === '' ? { title: { text: 'eventNotifications.problem.title' } } : {}),
  ...(config === undefined
    ? { config: { text: 'eventNotifications.problem.type' } }
    : inGroup(
        'config',
        fieldProblems(
          fields.filter(({ kind }) => kind === 'number'),
          { ...config },
        ),
      )),
})

/** `undefined` while no type is chosen. An id makes the server use the stored secrets for those that are not shown. */
export function notificationToSend(
  { title, description, config }: NotificationValues,
  id: string | undefined,
): EventNotificationDraft | undefined {
  if (config === undefined) return undefined
  return { ...(id === undefined ? {} : { id }), title: title.trim(), description, config }
}
