import { Checkbox, Skeleton } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { QuickActions } from '../menu/quick-actions.tsx'
import { RowActionsMenu } from '../menu/row-actions-menu.tsx'
import classes from './data-table.module.css'
import type { Column, DataTableProps } from './data-table-props.ts'

export interface DataTableRowsProps<Row> extends DataTableProps<Row> {
  readonly rows: readonly Row[]
  /** Absent if the list has no selection. */
  readonly selected: ReadonlySet<string> | undefined
  readonly onToggle: (id: string) => void
}

const SKELETON_ROWS = 6

/** The column that names a row. */
const titleOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.find(({ isTitle }) => isTitle) ?? columns.find(({ isWide }) => isWide) ?? columns[0]

export function DataTableBody<Row>(props: DataTableRowsProps<Row>) {
  const { rows, columns, rowId, rowName, rowActions, result, selected, onToggle, isHighlighted } = props
  const t = useText()
  if (result.data === undefined) {
    const width = columns.length + (selected === undefined ? 0 : 1) + (rowActions === undefined ? 0 : 1)
    return <SkeletonRows columns={width} />
  }
  return (
    <tbody data-stale={result.isFetching || undefined} className={classes['body']}>
      {rows.map((row) => {
        const id = rowId(row)
        return (
          <tr
            key={id}
            data-highlighted={isHighlighted?.(row) || undefined}
            data-selected={selected?.has(id) || undefined}
          >
            {selected !== undefined && (
              <td data-part="choice">
                <Checkbox
                  size="xs"
                  aria-label={t('ui.list.selectRow', { name: rowName(row) })}
                  checked={selected.has(id)}
                  onChange={() => onToggle(id)}
                />
              </td>
            )}
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} isTitle={column === titleOf(columns)} />
            ))}
            {rowActions !== undefined && (
              <td data-part="actions">
                <div className={classes['actions']}>
                  <div className={classes['tools']}>
                    {props.rowTools?.(row)}
                    <QuickActions name={rowName(row)} actions={rowActions(row)} />
                  </div>
                  <RowActionsMenu name={rowName(row)} actions={rowActions(row)} />
                </div>
              </td>
            )}
          </tr>
        )
      })}
    </tbody>
  )
}

function Cell<Row>({ column, row, isTitle }: { column: Column<Row>; row: Row; isTitle: boolean }) {
  return (
    <td
      data-align={column.align}
      data-wide={column.isWide || undefined}
      data-part={isTitle ? 'title' : 'fact'}
      data-label={isTitle ? undefined : column.header}
    >
      {column.cell(row)}
    </td>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <tr key={row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no identity
            <td key={column}>
              <Skeleton h={12} w={`${50 + ((row * 31 + column * 17) % 40)}%`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
