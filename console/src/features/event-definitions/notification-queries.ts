import { listEventNotifications } from '@logyard/contract/event-notifications/event-notifications'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'

/** All notifications that the user may read, by title. */
export const allNotificationsQuery = (call: Call) => ({
  ...pickQuery(
    call,
    [...EVENT_NOTIFICATIONS_KEY, 'all'],
    ({ notifications }) => notifications,
    listEventNotifications,
    { query: { page: 1, per_page: 0 } },
  ),
  retry: false,
})
