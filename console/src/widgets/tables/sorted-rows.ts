export interface TableSort {
  /** The number of the column. */
  readonly column: number
  readonly isDescending: boolean
}

type Row = readonly unknown[]

/** Missing values are last in both directions. Rows with the same value keep their order. */
export function sortedRows(rows: readonly Row[], sort: TableSort | undefined): readonly Row[] {
  if (sort === undefined) return rows
  const { column, isDescending } = sort
  return rows.toSorted((one, other) => {
    const [a, b] = [one[column], other[column]]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const difference = typeof a === 'string' ? (a < String(b) ? -1 : a > String(b) ? 1 : 0) : Number(a) - Number(b)
    return isDescending ? -difference : difference
  })
}

/** Ascending, descending, and then the order of the query. */
export function nextSort(sort: TableSort | undefined, column: number): TableSort | undefined {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? undefined : { column, isDescending: true }
}
