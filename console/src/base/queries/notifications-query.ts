import { listNotifications } from '@logyard/contract/notices/notifications'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

const POLL_MS = 3_000

/** The system notifications, shared by the badge and the overview page. */
export const notificationsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['system-notifications'],
    queryFn: ({ signal }) => call(listNotifications, { signal, extendSession: false }),
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })
