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
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { QUEUE_KEY } from './notification-queries.ts'

/** Definitions lose the notification too. */
export const useDeleteNotification = () =>
  useAskedAction({
    run: (call, { id }: EventNotification) => call(deleteEventNotification, { params: { id } }),
    texts: 'eventNotifications.toast.delete',
    question: 'eventNotifications.delete',
    changes: [EVENT_NOTIFICATIONS_KEY, EVENT_DEFINITIONS_KEY],
  })

/** The page shows the outcome. */
export function useTestNotification() {
  const call = useCall()
  return useMutation({
    mutationFn: ({ id }: EventNotification) => call(testEventNotification, { params: { id } }),
  })
}

export const useRetryQueue = (notificationId: string) =>
  useAction({
    run: (call) => call(retryQueuedNotifications, { params: { id: notificationId } }),
    texts: 'eventNotifications.toast.retry',
    changes: [QUEUE_KEY],
  })

/** Takes the number of waiting notifications, for the question. */
export const useClearQueue = (notificationId: string) =>
  useAskedAction({
    run: (call, _waiting: number) => call(clearQueuedNotifications, { params: { id: notificationId }, query: {} }),
    texts: 'eventNotifications.toast.clear',
    question: 'eventNotifications.queue.clear',
    values: (waiting, done) => ({ count: done?.cleared ?? waiting }),
    changes: [QUEUE_KEY],
  })
