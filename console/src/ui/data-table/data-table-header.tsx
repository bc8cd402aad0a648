import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { ColumnHandle } from './column-handle.tsx'
import { ColumnMenuButton } from './column-menu-button.tsx'
import classes from './data-table.module.css'
import type { Column } from './data-table-props.ts'
import type { ListState } from './list-state.ts'
import type { ChosenColumns } from './use-column-choices.ts'
import { widthStyle } from './width-style.ts'

interface DataTableHeaderProps<Row> {
  readonly columns: ChosenColumns<Row>
  readonly list: ListState
  readonly pageChoice: PageChoiceProps | undefined
  readonly hasDetails: boolean
  readonly hasActions: boolean
}

interface PageChoiceProps {
  readonly isDisabled: boolean
  readonly isPage: boolean
  readonly isPart: boolean
  readonly onToggle: () => void
}

export function DataTableHeader<Row>({ columns, list, pageChoice, ...has }: DataTableHeaderProps<Row>) {
  const t = useText()
  const menu = <ColumnMenuButton columns={columns} />
  const last = columns.shown.at(-1)
  return (
    <thead>
      <tr>
        {pageChoice !== undefined && <PageChoice {...pageChoice} />}
        {has.hasDetails && (
          <th data-part="toggle">
            <VisuallyHidden>{t('ui.list.details')}</VisuallyHidden>
          </th>
        )}
        {columns.shown.map((column) => (
          <ColumnHeader
            key={column.id}
            column={column}
            list={list}
            columns={columns}
            menu={column === last && !has.hasActions ? menu : undefined}
          />
        ))}
        {has.hasActions && (
          <th data-part="actions">
            <VisuallyHidden>{t('ui.list.actions')}</VisuallyHidden>
            {menu}
          </th>
        )}
      </tr>
    </thead>
  )
}

function PageChoice({ isDisabled, isPage, isPart, onToggle }: PageChoiceProps) {
  const t = useText()
  return (
    <th data-part="choice">
      <Checkbox
        size="xs"
        aria-label={t('ui.list.selectAll')}
        disabled={isDisabled}
        checked={isPage}
        indeterminate={isPart}
        onChange={onToggle}
      />
    </th>
  )
}

interface ColumnHeaderProps<Row> {
  readonly column: Column<Row>
  readonly list: ListState
  readonly columns: ChosenColumns<Row>
  /** Menu in the last heading of a list without actions. */
  readonly menu: ReactNode
}

function ColumnHeader<Row>({ column, list, columns, menu }: ColumnHeaderProps<Row>) {
  const { id, sortKey, align, header, help } = column
  const isSorted = sortKey !== undefined && sortKey === list.sort
  const width = columns.widthOf(id)
  return (
    <th
      {...widthStyle(width)}
      // Screen readers say this at the cells: the heading without the name of the handle.
      abbr={header}
      data-align={align}
      data-wide={column.isWide || undefined}
      data-part={sortKey === undefined ? 'fact' : undefined}
      data-menu={menu !== undefined || undefined}
      aria-sort={sortKey === undefined ? undefined : sortName(isSorted, list)}
    >
      {sortKey === undefined ? (
        <span className={classes['header']}>
          <Words header={header} help={help} />
        </span>
      ) : (
        <SortButton sortKey={sortKey} isSorted={isSorted} list={list}>
          <Words header={header} help={help} />
        </SortButton>
      )}
      <ColumnHandle
        name={header}
        width={width}
        onPreview={(next) => columns.preview(id, next)}
        onResize={(next) => columns.resize(id, next)}
      />
      {menu}
    </th>
  )
}

const sortName = (isSorted: boolean, { order }: ListState) =>
  !isSorted ? 'none' : order === 'asc' ? 'ascending' : 'descending'

function Words({ header, help }: { header: string; help: string | undefined }) {
  return (
    <>
      {header}
      {help !== undefined && (
        <Tooltip label={help} isMultiline>
          <IconHelpCircle size={13} role="img" aria-label={help} />
        </Tooltip>
      )}
    </>
  )
}

interface SortButtonProps {
  readonly sortKey: string
  readonly isSorted: boolean
  readonly list: ListState
  readonly children: ReactNode
}

function SortButton({ sortKey, isSorted, list, children }: SortButtonProps) {
  const isUp = isSorted && list.order === 'asc'
  const Icon = !isSorted ? IconArrowsSort : isUp ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={classes['header'] ?? ''}
      data-sorted={isSorted || undefined}
      onClick={() => list.sortBy(sortKey, isUp ? 'desc' : 'asc')}
    >
      {children}
      <Icon size={13} aria-hidden />
    </UnstyledButton>
  )
}
