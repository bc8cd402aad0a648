import type { ReactNode } from 'react'
import type { RowAction } from '../menu/row-action.ts'
import type { EmptyStateProps } from '../page/empty-state.tsx'
import type { ListState } from './list-state.ts'

export interface SearchHelp {
  /** The field names of the list's query language. */
  readonly fields: readonly string[]
  readonly example: string
}

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** The API's name of this order; without it the column cannot be sorted. */
  readonly sortKey?: string
  readonly align?: 'left' | 'right'
  /** Takes the width that the other columns leave. */
  readonly isWide?: boolean
  /** The title of a card on narrow screens; without one, the first wide column is. */
  readonly isTitle?: boolean
  /** Has controls of the row, so users cannot hide it. */
  readonly hasControls?: boolean
  /** Tooltip of the header. */
  readonly help?: string
}

/** The result of a query over `{ rows, total }`; use `placeholderData: keepPreviousData` in the query. */
export interface ListResult<Row> {
  readonly data: { readonly rows: readonly Row[]; readonly total: number } | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export interface BulkAction<Row> {
  readonly label: string
  readonly isDangerous?: boolean
  /** Resolves to true when it is done, which clears the selection. */
  readonly run: (rows: readonly Row[]) => Promise<boolean>
}

/** All rows that match the search and the filters, on all pages. */
export interface AllMatching<Row> {
  /** Offers to select them, once all rows of a page are selected: `Select all 400 users`. */
  readonly offer: string
  /** Says that they are selected. */
  readonly selected: string
  /** Undefined if it failed, which the screen reports. */
  readonly load: () => Promise<readonly Row[] | undefined>
}

export interface DataTableProps<Row> {
  /** The name of the table for screen readers: `Users`. */
  readonly label: string
  readonly list: ListState
  readonly result: ListResult<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** The row's name in its checkbox and menu: `Actions for Ada`. */
  readonly rowName: (row: Row) => string
  readonly rowActions?: ((row: Row) => readonly RowAction[]) | undefined
  /** The rows are objects that the audit log knows by their ids: their menus show who changed them. */
  readonly hasHistory?: true
  /** Small buttons beside the menu, shown while the row is hovered or has the focus. */
  readonly rowTools?: ((row: Row) => ReactNode) | undefined
  readonly bulkActions?: readonly BulkAction<Row>[] | undefined
  /** Absent: bulk actions are for the rows of one page. */
  readonly allMatching?: AllMatching<Row> | undefined
  /** Shown below the row while it is open. Several rows may be open. */
  readonly rowDetails?: ((row: Row) => ReactNode) | undefined
  /** Highlights rows, such as the current user's. */
  readonly isHighlighted?: (row: Row) => boolean
  /** Tints rows that matter most. */
  readonly rowTone?: (row: Row) => 'high' | undefined
  /** Absent: the list has no search box. `words`: plain text search. */
  readonly searchHelp?: SearchHelp | 'words'
  /** The name of the things that the search box finds, if the label does not name them: `Sidecars`. */
  readonly things?: string
  /** Filter controls, bound to `list.filters` and `list.filter`. */
  readonly filters?: ReactNode
  /** Shown if the list is empty without a search or a filter. */
  readonly empty: EmptyStateProps
  /** Shown if nothing matches the search and the filters. */
  readonly noMatch?: EmptyStateProps
}
