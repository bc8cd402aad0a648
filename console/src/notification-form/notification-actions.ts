/** The calls that store and try notifications, with their toasts. */
import {
  createEventNotification,
  type EventNotification,
  type EventNotificationDraft,
  testNewEventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { useMutation } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../alerting/alerting-keys.ts'
import { useCall } from '../base/services/services.tsx'
import { useText } from '../base/text/text.tsx'
import { useReportedMutation } from '../base/toasts/use-reported-mutation.ts'
import { apiFieldErrors } from '../ui/form/api-field-errors.ts'

/** A refusal that names fields is shown at the fields, not in a toast. */
const namesFields = (error: Error) => apiFieldErrors(error) !== undefined

/** Creates a notification, or replaces the one with this id. */
export function useSaveNotification(id: string | undefined) {
  const call = useCall()
  const t = useText()
  return useReportedMutation<EventNotificationDraft, EventNotification>({
    run: (body) =>
      id === undefined
        ? call(createEventNotification, { body })
        : call(updateEventNotification, { params: { id }, body }),
    succeeded: ({ title }) => t(`eventNotifications.toast.${id === undefined ? 'created' : 'updated'}`, { title }),
    failed: (_, status, error) =>
      namesFields(error)
        ? undefined
        : {
            title: t(`eventNotifications.toast.${id === undefined ? 'save' : 'update'}Failed.title`),
            text: t(`eventNotifications.toast.${id === undefined ? 'save' : 'update'}Failed`, { status }),
          },
    changes: [EVENT_NOTIFICATIONS_KEY],
  })
}

/** Sends a notification of a test event with values that are not stored. The form shows the outcome. */
export function useTryNotification() {
  const call = useCall()
  return useMutation({ mutationFn: (body: EventNotificationDraft) => call(testNewEventNotification, { body }) })
}
