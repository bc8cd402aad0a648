import { listEventNotifications } from '@logyard/contract/event-notifications/event-notifications'
import { queryOptions } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'

/** All notifications that the user may read, by title. */
export const allNotificationsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...EVENT_NOTIFICATIONS_KEY, 'all'],
    queryFn: async ({ signal }) =>
      (await call(listEventNotifications, { query: { page: 1, per_page: 0 }, signal })).notifications,
    retry: false,
  })
