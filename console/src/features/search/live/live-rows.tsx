import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { useMemo } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { OpenValueMenu } from '../../../messages-table/fields/value-menu.tsx'
import { rulesByField } from '../../../messages-table/highlighting/highlighting-rules.ts'
import { useColumnWidths } from '../../../messages-table/rows/column-widths.ts'
import { MessageRow } from '../../../messages-table/rows/message-row.tsx'
import classes from '../../../messages-table/rows/message-table.module.css'
import { MessageTableHeader } from '../../../messages-table/rows/message-table-header.tsx'
import { rowColumns } from '../../../messages-table/rows/row-columns.ts'
import { tableHeight } from '../../../messages-table/rows/table-height.ts'
import type { RowTools } from '../../../messages-table/rows/use-row-tools.ts'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import styles from './live.module.css'
import type { TailRow } from './tail-buffer.ts'
import type { RowWindow } from './use-live-scroll.ts'
import type { LiveSelection } from './use-live-selection.ts'

interface LiveRowsProps {
  readonly rows: readonly TailRow[]
  /** The rows to render. */
  readonly rowWindow: RowWindow
  readonly rowHeight: number
  readonly widget: MessagesWidget
  readonly tools: RowTools
  readonly selection: LiveSelection
  readonly onValue: (menu: OpenValueMenu) => void
}

/** The table itself; only the rows in sight are rendered. */
export function LiveRows({ rows, rowWindow, rowHeight, widget, tools, selection, onValue }: LiveRowsProps) {
  const t = useText()
  const { highlighting } = useSearchActions()
  const rules = useMemo(() => rulesByField(highlighting), [highlighting])
  const hasDates = !isOneDay(rows, tools)
  const widths = useColumnWidths(hasDates)
  const columns = useMemo(() => rowColumns(widget.config), [widget.config])
  const template = widths.template(columns)
  return (
    <table
      aria-rowcount={rows.length + 1}
      aria-label={t('search.live.messages')}
      className={classes['table']}
      style={tableHeight(rows.length * rowHeight)}
    >
      <MessageTableHeader widget={widget} widths={widths} columns={columns} isInteractive={false} />
      {rows.slice(rowWindow.from, rowWindow.to).map((row, place) => {
        const index = rowWindow.from + place
        const top = index * rowHeight
        if (row.hit === undefined) return <Gap key={row.number} row={row} top={top} />
        return (
          <MessageRow
            key={row.number}
            ref={null}
            index={index}
            top={top}
            hit={row.hit}
            widget={widget}
            columns={columns}
            template={template}
            date={hasDates ? 'full' : 'none'}
            rules={rules}
            tools={tools}
            isOpen={false}
            isContextOpen={false}
            isSelected={row.number === selection.openNumber}
            isActive={row.number === selection.activeNumber}
            isMarked={false}
            isInteractive
            onToggle={selection.toggle}
            onValue={onValue}
          />
        )
      })}
    </table>
  )
}

/** Rows arrive in the order of their time, more or less. */
function isOneDay(rows: readonly TailRow[], { dayOf }: RowTools): boolean {
  const [first, last] = [
    rows.find(({ hit }) => hit !== undefined)?.hit,
    rows.findLast(({ hit }) => hit !== undefined)?.hit,
  ]
  if (first === undefined || last === undefined) return true
  return dayOf(first.message.timestamp) === dayOf(last.message.timestamp)
}

function Gap({ row, top }: { row: TailRow; top: number }) {
  const t = useText()
  return (
    <tbody className={classes['row']} style={{ transform: `translateY(${top}px)` }}>
      <tr className={styles['gap']}>
        <td>{t('search.live.gap', { count: row.missed ?? 0 })}</td>
      </tr>
    </tbody>
  )
}
