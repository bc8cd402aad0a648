/** What the pages of notifications read. */
import {
  getEventNotification,
  listEventNotifications,
  listQueuedNotifications,
} from '@logyard/contract/event-notifications/event-notifications'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'
import { callQuery, polledQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'

const QUEUE_POLL_MS = 5000

export const QUEUE_KEY = [...EVENT_NOTIFICATIONS_KEY, 'queue'] as const

export const notificationsQuery = (call: Call, position: ListPosition) =>
  pageQuery(call, EVENT_NOTIFICATIONS_KEY, position, async (call, { page, per_page, query }) => {
    const found = await call(listEventNotifications, { query: { page, per_page, query } })
    return { rows: found.notifications, total: found.total }
  })

export const notificationQuery = (call: Call, id: string) =>
  callQuery(call, [...EVENT_NOTIFICATIONS_KEY, 'one', id], getEventNotification, { params: { id } })

/** The queue of one notification, or of all that the user may read. */
export const queueQuery = (call: Call, notificationId?: string) =>
  polledQuery(call, [...QUEUE_KEY, notificationId ?? ''], QUEUE_POLL_MS, listQueuedNotifications, {
    query: notificationId === undefined ? {} : { notification_id: notificationId },
  })
