import { listQuietTimes } from '@logyard/contract/alerts/quiet-times'
import type { Call } from '../../../api/api-client.ts'
import { pickQuery } from '../../../api/call-query.ts'

export const QUIET_TIMES_KEY = ['quiet-times'] as const

const REFRESH_MS = 30_000

export const quietTimesQuery = (call: Call) => ({
  ...pickQuery(call, QUIET_TIMES_KEY, ({ quiet_times: all }) => all, listQuietTimes, { extendSession: false }),
  // They begin and end while the page is open.
  refetchInterval: REFRESH_MS,
})
