/** How many raw messages could not be decoded or stored, which several features show. */
import { countFailures } from '@logyard/contract/ingest/failures'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

const POLL_MS = 5_000

export const FAILURES_KEY = ['failures'] as const
export const FAILURE_COUNTS_KEY = [...FAILURES_KEY, 'counts'] as const

export const failureCountsQuery = (call: Call) =>
  queryOptions({
    queryKey: FAILURE_COUNTS_KEY,
    queryFn: ({ signal }) => call(countFailures, { signal, extendSession: false }),
    refetchInterval: POLL_MS,
  })
