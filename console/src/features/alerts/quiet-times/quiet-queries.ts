import { listQuietTimes } from '@logyard/contract/alerts/quiet-times'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'

export const QUIET_TIMES_KEY = ['quiet-times'] as const

const REFRESH_MS = 30_000

export const quietTimesQuery = (call: Call) =>
  queryOptions({
    queryKey: QUIET_TIMES_KEY,
    queryFn: async ({ signal }) => (await call(listQuietTimes, { signal, extendSession: false })).quiet_times,
    // They begin and end while the page is open.
    refetchInterval: REFRESH_MS,
  })
