/** What the pages of notifications read. */
import {
  type EventNotification,
  getEventNotification,
  listEventNotifications,
  listQueuedNotifications,
} from '@logyard/contract/event-notifications/event-notifications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from '../../ui/data-table/list-state.ts'

const QUEUE_POLL_MS = 5000

export const notificationsQuery = (call: Call, position: ListPosition) => {
  const { page, per_page, query } = pageQueryOf(position)
  return queryOptions({
    queryKey: [...EVENT_NOTIFICATIONS_KEY, 'page', page, per_page, query],
    queryFn: async ({ signal }) => {
      const found = await call(listEventNotifications, { query: { page, per_page, query }, signal })
      return { rows: found.notifications satisfies readonly EventNotification[], total: found.total }
    },
    placeholderData: keepPreviousData,
  })
}

export const notificationQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...EVENT_NOTIFICATIONS_KEY, 'one', id],
    queryFn: ({ signal }) => call(getEventNotification, { params: { id }, signal }),
  })

/** Queue of one notification, or of all that the user may read. */
export const queueQuery = (call: Call, notificationId?: string) =>
  queryOptions({
    queryKey: [...EVENT_NOTIFICATIONS_KEY, 'queue', notificationId ?? ''],
    queryFn: ({ signal }) =>
      call(listQueuedNotifications, {
        query: notificationId === undefined ? {} : { notification_id: notificationId },
        signal,
        extendSession: false,
      }),
    refetchInterval: QUEUE_POLL_MS,
  })
