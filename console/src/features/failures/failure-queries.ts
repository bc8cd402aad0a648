import { type FailureFilter, getFailure, listFailures } from '@logyard/contract/ingest/failures'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'
import type { Clock } from '../../base/services/clock.ts'
import { FAILURES_KEY } from '../../ingest/failure-counts.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { queryOf } from './use-failures-node.ts'

export const FAILURE_LIST_KEY = [...FAILURES_KEY, 'list'] as const

const SPANS_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 }
export type Span = keyof typeof SPANS_MS
export const SPANS: readonly Span[] = ['hour', 'day', 'week']
const isSpan = (text: string): text is Span => Object.hasOwn(SPANS_MS, text)

/** The filters of the list, in the form of the API. */
export function filterOf({ query, filters }: ListPosition, nowMs: number): FailureFilter {
  const { input, reason, since } = filters
  return {
    ...(query === '' ? {} : { text: query }),
    ...(input === undefined ? {} : { input }),
    ...(reason === undefined ? {} : { reason }),
    ...(since === undefined || !isSpan(since) ? {} : { from: new Date(nowMs - SPANS_MS[since]).toISOString() }),
  }
}

export const failuresQuery = (call: Call, { now }: Clock, list: ListPosition, nodeId: string | undefined) =>
  queryOptions({
    queryKey: [...FAILURE_LIST_KEY, list.page, list.perPage, list.query, list.filters, nodeId],
    queryFn: async ({ signal }) => {
      const query = { ...filterOf(list, now()), page: list.page, per_page: list.perPage, ...queryOf(nodeId) }
      const { failures, total, newest } = await call(listFailures, { query, signal })
      return { rows: failures, total, newest }
    },
    placeholderData: keepPreviousData,
  })

export const failureQuery = (call: Call, number: number, nodeId: string | undefined) =>
  callQuery(call, [...FAILURES_KEY, 'one', number, nodeId], getFailure, { params: { number }, query: queryOf(nodeId) })
