/** The calls that store and try notifications, with their toasts. */
import {
  createEventNotification,
  type EventNotificationDraft,
  testNewEventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { useMutation } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../alerting/alerting-keys.ts'
import { useCall } from '../base/services/services.tsx'
import { useAction } from '../ui/action/use-action.ts'
import { isAtFields } from '../ui/form/api-field-errors.ts'

/** Creates a notification, or replaces the one with this id. */
export const useSaveNotification = (id: string | undefined) =>
  useAction({
    run: (call, body: EventNotificationDraft) =>
      id === undefined
        ? call(createEventNotification, { body })
        : call(updateEventNotification, { params: { id }, body }),
    texts: id === undefined ? 'eventNotifications.toast.create' : 'eventNotifications.toast.update',
    changes: [EVENT_NOTIFICATIONS_KEY],
    isShown: isAtFields,
  })

/** Sends a notification of a test event with values that are not stored. The form shows the outcome. */
export function useTryNotification() {
  const call = useCall()
  return useMutation({ mutationFn: (body: EventNotificationDraft) => call(testNewEventNotification, { body }) })
}
