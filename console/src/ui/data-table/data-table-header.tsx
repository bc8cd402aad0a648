import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconHelpCircle } from '@tabler/icons-react'
import { Tooltip } from '../tooltip/tooltip.tsx'
import classes from './data-table.module.css'
import type { Column } from './data-table-props.ts'
import type { ListState } from './list-state.ts'

export function ColumnHeader<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const { sortKey, align, header, help } = column
  const isSorted = sortKey !== undefined && sortKey === list.sort
  const words = (
    <>
      {header}
      {help !== undefined && (
        <Tooltip label={help} isMultiline>
          <IconHelpCircle size={13} role="img" aria-label={help} />
        </Tooltip>
      )}
    </>
  )
  if (sortKey === undefined) {
    return (
      <th data-align={align} data-wide={column.isWide || undefined} data-part="fact">
        <span className={classes['header']}>{words}</span>
      </th>
    )
  }
  const Icon = !isSorted ? IconArrowsSort : list.order === 'asc' ? IconArrowUp : IconArrowDown
  const next = isSorted && list.order === 'asc' ? 'desc' : 'asc'
  return (
    <th
      data-align={align}
      data-wide={column.isWide || undefined}
      aria-sort={!isSorted ? 'none' : list.order === 'asc' ? 'ascending' : 'descending'}
    >
      <UnstyledButton
        className={classes['header'] ?? ''}
        data-sorted={isSorted || undefined}
        onClick={() => list.sortBy(sortKey, next)}
      >
        {words}
        <Icon size={13} aria-hidden />
      </UnstyledButton>
    </th>
  )
}
