import { naturally } from '../../base/text/natural-order.ts'
import type { ListResult } from './data-table-props.ts'
import type { ListPosition } from './list-state.ts'

interface InMemory<Row> {
  /** The text that the search looks in, whatever the case. */
  readonly text: (row: Row) => string
  /** The values that order the rows, by the `sortKey` of their column; null is greatest. Absent: there is no order. */
  readonly sort?: Readonly<Record<string, (row: Row) => string | number | null>>
}

type Position = Pick<ListPosition, 'page' | 'perPage' | 'query' | 'sort' | 'order'>

/** The page of a list whose rows are all in the browser: those that the search finds, in order. */
export function pageInMemory<Row>(
  all: readonly Row[],
  { page, perPage, query, sort, order }: Position,
  { text, sort: values = {} }: InMemory<Row>,
): { readonly rows: readonly Row[]; readonly total: number } {
  const words = query.trim().toLowerCase()
  const found = words === '' ? all : all.filter((row) => text(row).toLowerCase().includes(words))
  const keyOf = sort !== undefined && Object.hasOwn(values, sort) ? values[sort] : undefined
  const ascending = keyOf === undefined ? found : found.toSorted((a, b) => compare(keyOf(a), keyOf(b)))
  const ordered = keyOf === undefined || order === 'asc' ? ascending : ascending.toReversed()
  return { rows: ordered.slice((page - 1) * perPage, page * perPage), total: found.length }
}

interface WholeResult<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** `pageInMemory` for the result of a query over all rows. */
export const rowsInMemory = <Row>(
  { data, error, isFetching, refetch }: WholeResult<Row>,
  list: Position,
  inMemory: InMemory<Row>,
): ListResult<Row> => ({
  data: data === undefined ? undefined : pageInMemory(data, list, inMemory),
  error,
  isFetching,
  refetch,
})

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return naturally(String(a), String(b))
}
