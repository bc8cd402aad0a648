import { Table, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconHelpCircle } from '@tabler/icons-react'
import classes from './data-table.module.css'
import type { Column } from './data-table-props.ts'
import type { ListState } from './list-state.ts'

export function ColumnHeader<Row>({ column, list }: { column: Column<Row>; list: ListState }) {
  const { sortKey, align = 'left', header, help } = column
  const isSorted = sortKey !== undefined && sortKey === list.sort
  const words = (
    <>
      {header}
      {help !== undefined && (
        <Tooltip label={help} multiline maw={320}>
          <IconHelpCircle size={13} role="img" aria-label={help} />
        </Tooltip>
      )}
    </>
  )
  if (sortKey === undefined) {
    return (
      <Table.Th ta={align}>
        <span className={classes['header']}>{words}</span>
      </Table.Th>
    )
  }
  const Icon = !isSorted ? IconArrowsSort : list.order === 'asc' ? IconArrowUp : IconArrowDown
  const next = isSorted && list.order === 'asc' ? 'desc' : 'asc'
  return (
    <Table.Th ta={align} aria-sort={!isSorted ? 'none' : list.order === 'asc' ? 'ascending' : 'descending'}>
      <UnstyledButton
        className={classes['header'] ?? ''}
        data-sorted={isSorted || undefined}
        onClick={() => list.sortBy(sortKey, next)}
      >
        {words}
        <Icon size={13} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}
