import type { QueryTable, QueryTableColumn } from '@logyard/contract/search/tables'
import type { Widget } from '@logyard/contract/views/view-state'
import { Button, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import type { OpenValueMenu } from '../../messages-table/fields/menu-value.ts'
import { useValueMenuHost } from '../../messages-table/fields/use-value-menu-host.tsx'
import { useZone } from '../../query/time-range/use-range-text.ts'
import { wallClock } from '../../query/time-range/zoned-time.ts'
import { nextSort, sortedRows, type TableSort } from './sorted-rows.ts'
import classes from './tables.module.css'
import valueClasses from './value.module.css'

const ROWS_AT_ONCE = 200

interface TableRowsProps {
  readonly table: QueryTable
  /** The widget whose height it takes, and that the menus of its values are about. */
  readonly widget: Widget | undefined
  /** Without it values have no menus. */
  readonly isInteractive: boolean
}

/** The rows of a query with steps, or of a statement. */
export function TableRows({ table, widget, isInteractive }: TableRowsProps) {
  const t = useText()
  const { columns, datarows } = table
  const [sort, setSort] = useState<TableSort>()
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const valueMenu = useValueMenuHost(widget)
  const rows = useMemo(() => sortedRows(datarows, sort), [datarows, sort])
  const rest = rows.length - shown
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is what scrolls
    <div
      className={classes['scroll']}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('search.steps.table')}
      data-widget={widget !== undefined || undefined}
    >
      <Table className={classes['table'] ?? ''} stickyHeader highlightOnHover verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, at) => (
              <ColumnHead
                key={column.name}
                column={column}
                sort={sort?.column === at ? sort : undefined}
                onSort={() => setSort(nextSort(sort, at))}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <Table.Tr key={index}>
              {columns.map((column, at) => (
                <Cell
                  key={column.name}
                  column={column}
                  value={row[at]}
                  onValue={isInteractive ? valueMenu.show : undefined}
                />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {valueMenu.menu}
      {rest > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {t('widgets.table.more', { count: Math.min(rest, ROWS_AT_ONCE), shown, total: rows.length })}
        </Button>
      )}
    </div>
  )
}

interface ColumnHeadProps {
  readonly column: QueryTableColumn
  /** Absent if the rows are not sorted by this column. */
  readonly sort: TableSort | undefined
  readonly onSort: () => void
}

function ColumnHead({ column: { name, type }, sort, onSort }: ColumnHeadProps) {
  const t = useText()
  const order = sort === undefined ? 'none' : sort.isDescending ? 'descending' : 'ascending'
  const Arrow = sort?.isDescending === true ? IconArrowDown : IconArrowUp
  return (
    <Table.Th aria-sort={order} data-number={type === 'number' || undefined}>
      <UnstyledButton
        className={classes['sort'] ?? ''}
        translate="no"
        aria-label={t('search.steps.sort', { name })}
        onClick={onSort}
      >
        {name}
        {sort !== undefined && <Arrow size={13} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}

interface CellProps {
  readonly column: QueryTableColumn
  readonly value: unknown
  /** Absent: it has no menu. */
  readonly onValue: ((open: OpenValueMenu) => void) | undefined
}

function Cell({ column: { type, field }, value, onValue }: CellProps) {
  const t = useText()
  const written = useWritten(type, value)
  const isNumber = type === 'number' || undefined
  if (written === undefined)
    return (
      <Table.Td data-number={isNumber} c="dimmed">
        –
      </Table.Td>
    )
  return (
    <Table.Td translate="no" data-number={isNumber} title={written.exact}>
      {field === undefined || onValue === undefined ? (
        written.text
      ) : (
        <button
          type="button"
          className={valueClasses['value']}
          aria-haspopup="menu"
          aria-label={t('fields.valueMenuOf', { field, value: written.text })}
          onClick={({ currentTarget }) => onValue({ field, value, at: currentTarget.getBoundingClientRect() })}
        >
          {written.text}
        </button>
      )}
    </Table.Td>
  )
}

const MAX_DECIMALS = 4
const LONGEST_SHOWN = 300

/** Undefined for a missing value; `exact` is what the cell leaves out. */
function useWritten(
  type: QueryTableColumn['type'],
  value: unknown,
): { readonly text: string; readonly exact: string | undefined } | undefined {
  const intl = useIntl()
  const zone = useZone()
  if (value === null || value === undefined) return undefined
  if (type === 'number' && typeof value === 'number') {
    const text = intl.formatNumber(value, { maximumFractionDigits: MAX_DECIMALS })
    return { text, exact: Number.isInteger(value) ? undefined : String(value) }
  }
  if (type === 'time') return { text: wallClock(Date.parse(String(value)), zone), exact: String(value) }
  const text = String(value)
  if (text.length <= LONGEST_SHOWN) return { text, exact: undefined }
  return { text: `${text.slice(0, LONGEST_SHOWN)}…`, exact: text }
}
