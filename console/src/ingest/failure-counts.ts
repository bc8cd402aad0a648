/** How many raw messages could not be decoded or stored, which several features show. */
import { countFailures } from '@logyard/contract/ingest/failures'
import type { Call } from '../api/api-client.ts'
import { polledQuery } from '../api/call-query.ts'

const POLL_MS = 5_000

export const FAILURES_KEY = ['failures'] as const
export const FAILURE_COUNTS_KEY = [...FAILURES_KEY, 'counts'] as const

export const failureCountsQuery = (call: Call) => polledQuery(call, FAILURE_COUNTS_KEY, POLL_MS, countFailures)
