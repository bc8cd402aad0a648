import type { UseQueryResult } from '@tanstack/react-query'
import type { ListResult } from '../../ui/data-table/data-table-props.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'

/** A page of a list that the API gives whole. */
export function rowsOfPage<Row>(
  { data, error, isFetching, refetch }: UseQueryResult<readonly Row[]>,
  { page, perPage }: ListPosition,
): ListResult<Row> {
  const start = (page - 1) * perPage
  return {
    data: data === undefined ? undefined : { rows: data.slice(start, start + perPage), total: data.length },
    error,
    isFetching,
    refetch,
  }
}
