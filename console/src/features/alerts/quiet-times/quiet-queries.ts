import { listQuietTimes, type QuietTime } from '@logyard/contract/alerts/quiet-times'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'

export const QUIET_TIMES_KEY = ['quiet-times'] as const

const REFRESH_MS = 30_000

export const quietTimesQuery = (call: Call) =>
  queryOptions({
    queryKey: QUIET_TIMES_KEY,
    queryFn: async ({ signal }) => (await call(listQuietTimes, { signal, extendSession: false })).quiet_times,
    // They begin and end while the page is open.
    refetchInterval: REFRESH_MS,
  })

/** The page of those whose title or tags contain the text. */
export function pageOfQuietTimes(times: readonly QuietTime[], { page, perPage, query }: ListPosition) {
  const text = query.toLowerCase()
  const matching = times.filter(({ title, tags }) => [title, ...tags].some((one) => one.toLowerCase().includes(text)))
  return { rows: matching.slice((page - 1) * perPage, page * perPage), total: matching.length }
}
