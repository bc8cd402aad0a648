import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from './list-state.ts'

interface PageOf<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}
type PageQuery = ReturnType<typeof pageQueryOf>

/**
 * The query of one page of a list; the page before stays in view until the next one has arrived. `load` calls the API
 * with the parameters of the page: `pageQuery(call, ROLES_KEY, list, async (call, query) => ...)`.
 */
export function pageQuery<Row>(
  call: Call,
  key: QueryKey,
  position: ListPosition,
  load: (call: ReturnType<Call['until']>, query: PageQuery) => Promise<PageOf<Row>>,
) {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...key, 'page', query],
    queryFn: ({ signal }) => load(call.until(signal), query),
    placeholderData: keepPreviousData,
  })
}
