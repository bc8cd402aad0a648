import { useState } from 'react'
import type { ListPosition } from './list-state.ts'

interface SelectionOptions<Row> {
  readonly list: Pick<ListPosition, 'query' | 'filters'>
  /** Rows of the page. */
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
}

/** The selected rows of a list: some by their ids, or all that match its search and filters. */
export function useSelection<Row>({ list, rows, rowId }: SelectionOptions<Row>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [wholeOf, setWholeOf] = useState<string>()
  // Another search or filter matches other rows, so it ends the selection of all.
  const matches = JSON.stringify([list.query, list.filters])
  const isWhole = wholeOf === matches
  const ids = isWhole ? new Set(rows.map(rowId)) : selected
  const chosen = rows.filter((row) => ids.has(rowId(row)))
  const select = (next: ReadonlySet<string>) => {
    setWholeOf(undefined)
    setSelected(next)
  }
  return {
    ids,
    /** Chosen rows on this page. */
    chosen,
    isPage: rows.length > 0 && chosen.length === rows.length,
    /** Whether the rows of all pages are selected. */
    isWhole,
    toggle: (id: string) => select(toggled(ids, id)),
    togglePage: () => select(new Set(chosen.length === rows.length ? [] : rows.map(rowId))),
    selectWhole: () => setWholeOf(matches),
    clear: () => select(new Set()),
  }
}

export const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])
