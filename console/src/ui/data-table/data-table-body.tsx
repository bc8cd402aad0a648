import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useText } from '../../base/text/text.tsx'
import { QuickActions } from '../menu/quick-actions.tsx'
import type { RowAction } from '../menu/row-action.ts'
import { RowActionsMenu } from '../menu/row-actions-menu.tsx'
import classes from './data-table.module.css'
import type { Column, DataTableProps } from './data-table-props.ts'
import type { ChosenColumns } from './use-column-choices.ts'
import { useRowKeys } from './use-row-keys.ts'
import { widthStyle } from './width-style.ts'

export interface DataTableRowsProps<Row> extends Omit<DataTableProps<Row>, 'columns'> {
  readonly rows: readonly Row[]
  readonly columns: ChosenColumns<Row>
  /** Absent if the list has no selection. */
  readonly selected: ReadonlySet<string> | undefined
  readonly onToggle: (id: string) => void
  /** The rows whose details are shown. */
  readonly opened: ReadonlySet<string>
  readonly onOpen: (id: string) => void
}

const SKELETON_ROWS = 6

export function DataTableBody<Row>(props: DataTableRowsProps<Row>) {
  const { rows, columns, rowId, rowActions, rowDetails, result, selected, onOpen, onToggle } = props
  const width = columns.shown.length + [selected, rowActions, rowDetails].filter((part) => part !== undefined).length
  const keys = useRowKeys({ ids: rows.map(rowId), onOpen: rowDetails && onOpen, onSelect: selected && onToggle })
  if (result.data === undefined) return <SkeletonRows columns={width} />
  return (
    <tbody data-stale={result.isFetching || undefined} className={classes['body']} {...keys.handlers}>
      {rows.map((row) => (
        <Row key={rowId(row)} row={row} width={width} isStop={rowId(row) === keys.stop} {...props} />
      ))}
    </tbody>
  )
}

interface RowProps<R> extends DataTableRowsProps<R> {
  readonly row: R
  /** The number of all columns. */
  readonly width: number
  /** Whether the Tab key stops at the row; arrows move to the other rows. */
  readonly isStop: boolean
}

function Row<R>({ row, width, isStop, ...props }: RowProps<R>) {
  const { columns, rowId, rowName, rowActions, rowDetails, selected, onToggle, opened, onOpen, isHighlighted } = props
  const t = useText()
  const id = rowId(row)
  const isOpen = rowDetails !== undefined && opened.has(id)
  const toggleOnClick = (event: MouseEvent<HTMLElement>) => {
    if (!isForPart(event)) onOpen(id)
  }
  return (
    <>
      <tr
        data-row={id}
        tabIndex={isStop ? 0 : -1}
        data-highlighted={isHighlighted?.(row) || undefined}
        data-selected={selected?.has(id) || undefined}
        data-tone={props.rowTone?.(row)}
        data-expandable={rowDetails !== undefined || undefined}
        onClick={rowDetails === undefined ? undefined : toggleOnClick}
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
        {rowDetails !== undefined && (
          <td data-part="toggle">
            <UnstyledButton
              className={classes['toggle'] ?? ''}
              aria-expanded={isOpen}
              aria-label={t('ui.list.detailsOf', { name: rowName(row) })}
              onClick={() => onOpen(id)}
            >
              <IconChevronRight size={14} aria-hidden />
            </UnstyledButton>
          </td>
        )}
        {columns.shown.map((column) => (
          <Cell
            key={column.id}
            column={column}
            row={row}
            isTitle={column === columns.title}
            width={columns.widthOf(column.id)}
          />
        ))}
        {rowActions !== undefined && <Actions {...props} row={row} actions={rowActions(row)} />}
      </tr>
      {isOpen && (
        <tr data-below>
          <td colSpan={width} data-part="details">
            {rowDetails(row)}
          </td>
        </tr>
      )}
    </>
  )
}

/** The click is for a link or a control in the row, or ends the selection of text. */
function isForPart({ target }: MouseEvent<HTMLElement>): boolean {
  const isControl =
    target instanceof Element && target.closest('a, button, input, label, [data-part="choice"]') !== null
  return isControl || window.getSelection()?.type === 'Range'
}

interface ActionsProps<R> extends Pick<DataTableProps<R>, 'rowName' | 'rowTools'> {
  readonly row: R
  readonly actions: readonly RowAction[]
}

function Actions<R>({ row, rowName, rowTools, actions }: ActionsProps<R>) {
  return (
    <td data-part="actions">
      <div className={classes['actions']}>
        <div className={classes['tools']}>
          {rowTools?.(row)}
          <QuickActions name={rowName(row)} actions={actions} />
        </div>
        <RowActionsMenu name={rowName(row)} actions={actions} />
      </div>
    </td>
  )
}

interface CellProps<R> {
  readonly column: Column<R>
  readonly row: R
  readonly isTitle: boolean
  readonly width: number | undefined
}

function Cell<R>({ column, row, isTitle, width }: CellProps<R>) {
  return (
    <td
      {...widthStyle(width)}
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
