import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from './list-state.ts'

interface PageOfRows {
  readonly rows: readonly unknown[]
  readonly total: number
}
type PageQuery = ReturnType<typeof pageQueryOf>

/**
 * The query of one page of a list; the previous page stays in view until the next one has arrived. `load` calls the API
 * with the parameters of the page: `pageQuery(call, ROLES_KEY, list, async (call, query) => ...)`.
 */
export function pageQuery<Page extends PageOfRows>(
  call: Call,
  key: QueryKey,
  position: ListPosition,
  load: (call: ReturnType<Call['until']>, query: PageQuery) => Promise<Page>,
) {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...key, 'page', query],
    queryFn: ({ signal }) => load(call.until(signal), query),
    placeholderData: keepPreviousData,
  })
}
