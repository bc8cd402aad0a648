import { getLegacyAlertStatus } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

/** Whether the server checks the alert conditions of streams. It changes only with the server's settings. */
export const legacyStatusQuery = (call: Call) =>
  queryOptions({
    queryKey: ['legacy-alert-status'],
    queryFn: ({ signal }) => call(getLegacyAlertStatus, { signal, extendSession: false }),
    staleTime: Number.POSITIVE_INFINITY,
  })
