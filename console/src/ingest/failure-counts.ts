/** How many raw messages could not be decoded or stored, which several features show. */
import { countFailures } from '@logyard/contract/ingest/failures'
import type { Call } from '../api/api-client.ts'
import { polledQuery } from '../api/call-query.ts'

const POLL_MS = 5_000

export const FAILURES_KEY = ['failures'] as const
export const FAILURE_COUNTS_KEY = [...FAILURES_KEY, 'counts'] as const

/** Counts of one node, or of all. */
export const failureCountsQuery = (call: Call, nodeId?: string) =>
  polledQuery(call, [...FAILURE_COUNTS_KEY, nodeId], POLL_MS, countFailures, {
    query: nodeId === undefined ? {} : { node_id: nodeId },
  })
