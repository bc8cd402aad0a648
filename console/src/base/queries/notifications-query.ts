import { listNotifications } from '@logyard/contract/notices/notifications'
import type { Call } from '../../api/api-client.ts'
import { polledQuery } from '../../api/call-query.ts'

const POLL_MS = 3_000

/** The system notifications, shared by the badge and the overview page. */
export const notificationsQuery = (call: Call) => ({
  ...polledQuery(call, ['system-notifications'], POLL_MS, listNotifications),
  staleTime: POLL_MS,
})
