/** The changes of stored notifications, with their toasts. */
import {
  clearQueuedNotifications,
  deleteEventNotification,
  type EventNotification,
  retryQueuedNotifications,
  testEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { useMutation } from '@tanstack/react-query'
import { EVENT_DEFINITIONS_KEY, EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'

/** Definitions lose the notification too. */
export function useDeleteNotification() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: EventNotification) => call(deleteEventNotification, { params: { id } }),
    succeeded: ({ title }) => t('eventNotifications.toast.deleted', { title }),
    failed: ({ title }, status) => ({
      title: t('eventNotifications.toast.deleteFailed.title'),
      text: t('eventNotifications.toast.deleteFailed', { title, status }),
    }),
    changes: [EVENT_NOTIFICATIONS_KEY, EVENT_DEFINITIONS_KEY],
  })
}

/** The page shows the outcome. */
export function useTestNotification() {
  const call = useCall()
  return useMutation({
    mutationFn: ({ id }: EventNotification) => call(testEventNotification, { params: { id } }),
  })
}

export function useRetryQueue(notificationId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: () => call(retryQueuedNotifications, { params: { id: notificationId } }),
    succeeded: () => t('eventNotifications.toast.retried'),
    failed: (_, status) => ({
      title: t('eventNotifications.toast.retryFailed.title'),
      text: t('eventNotifications.toast.retryFailed', { status }),
    }),
    changes: [[...EVENT_NOTIFICATIONS_KEY, 'queue']],
  })
}

export function useClearQueue(notificationId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: () => call(clearQueuedNotifications, { params: { id: notificationId }, query: {} }),
    succeeded: (_, { cleared }) => t('eventNotifications.toast.queueCleared', { count: cleared }),
    failed: (_, status) => ({
      title: t('eventNotifications.toast.clearFailed.title'),
      text: t('eventNotifications.toast.clearFailed', { status }),
    }),
    changes: [[...EVENT_NOTIFICATIONS_KEY, 'queue']],
  })
}
