import { Checkbox, Skeleton, Table } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { RowActionsMenu } from '../menu/row-actions-menu.tsx'
import classes from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'

export interface DataTableRowsProps<Row> extends DataTableProps<Row> {
  readonly rows: readonly Row[]
  /** Absent if the list has no selection. */
  readonly selected: ReadonlySet<string> | undefined
  readonly onToggle: (id: string) => void
}

const SKELETON_ROWS = 6

export function DataTableBody<Row>(props: DataTableRowsProps<Row>) {
  const { rows, columns, rowId, rowName, rowActions, result, selected, onToggle, isHighlighted } = props
  const t = useText()
  if (result.data === undefined) {
    const width = columns.length + (selected === undefined ? 0 : 1) + (rowActions === undefined ? 0 : 1)
    return <SkeletonRows columns={width} />
  }
  return (
    <Table.Tbody data-stale={result.isFetching || undefined} className={classes['body'] ?? ''}>
      {rows.map((row) => {
        const id = rowId(row)
        return (
          <Table.Tr
            key={id}
            data-highlighted={isHighlighted?.(row) || undefined}
            data-selected={selected?.has(id) || undefined}
          >
            {selected !== undefined && (
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={t('ui.list.selectRow', { name: rowName(row) })}
                  checked={selected.has(id)}
                  onChange={() => onToggle(id)}
                />
              </Table.Td>
            )}
            {columns.map((column) => (
              <Table.Td key={column.id} ta={column.align ?? 'left'}>
                {column.cell(row)}
              </Table.Td>
            ))}
            {rowActions !== undefined && (
              <Table.Td ta="right">
                <RowActionsMenu name={rowName(row)} actions={rowActions(row)} />
              </Table.Td>
            )}
          </Table.Tr>
        )
      })}
    </Table.Tbody>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return (
    <Table.Tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <Table.Tr key={row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no identity
            <Table.Td key={column}>
              <Skeleton h={12} my={3} w={`${50 + ((row * 31 + column * 17) % 40)}%`} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}
