import { getLegacyAlertStatus } from '@logyard/contract/legacy-alerts/legacy-alerts'
import type { Call } from '../api/api-client.ts'
import { callQuery } from '../api/call-query.ts'

/** Whether the server checks the alert conditions of streams. It changes only with the server's settings. */
export const legacyStatusQuery = (call: Call) => ({
  ...callQuery(call, ['legacy-alert-status'], getLegacyAlertStatus, { extendSession: false }),
  staleTime: Number.POSITIVE_INFINITY,
})
