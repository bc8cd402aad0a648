import type { ListPosition } from '../../ui/data-table/list-state.ts'

/** One page of a list that the client has as a whole, narrowed by its search and in its order. */
export function pageOf<Row extends { readonly title: string | null }>(
  all: readonly Row[],
  { page, perPage, query, order }: ListPosition,
  matches: (row: Row, words: string) => boolean,
): { readonly rows: readonly Row[]; readonly total: number } {
  const words = query.trim().toLowerCase()
  const found = words === '' ? all : all.filter((row) => matches(row, words))
  const ordered = order === 'asc' ? found : found.toReversed()
  return { rows: ordered.slice((page - 1) * perPage, page * perPage), total: found.length }
}
