import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { useMemo, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { OpenValueMenu } from '../../../messages-table/fields/menu-value.ts'
import { rulesByField } from '../../../messages-table/highlighting/highlighting-rules.ts'
import { useColumnWidths } from '../../../messages-table/rows/column-widths.ts'
import { longestValues } from '../../../messages-table/rows/longest-values.ts'
import { MessageRow } from '../../../messages-table/rows/message-row.tsx'
import classes from '../../../messages-table/rows/message-table.module.css'
import { MessageTableHeader } from '../../../messages-table/rows/message-table-header.tsx'
import { type RowColumn, rowColumns } from '../../../messages-table/rows/row-columns.ts'
import { tableHeight } from '../../../messages-table/rows/table-height.ts'
import type { RowTools } from '../../../messages-table/rows/use-row-tools.ts'
import { useSearchActions } from '../../../view-document/actions/search-actions.ts'
import styles from './live.module.css'
import type { TailRow } from './tail-buffer.ts'
import type { RowWindow } from './use-live-scroll.ts'
import type { LiveSelection } from './use-live-selection.ts'

/** Widths fit the first rows. */
const MEASURED = 50

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
  const columns = useMemo(() => rowColumns(widget.config), [widget.config])
  const widths = useColumnWidths(useLongest(rows, columns, tools))
  const template = widths.template(columns)
  return (
    <table
      aria-rowcount={rows.length + 1}
      aria-label={t('searchTools.live.messages')}
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

/** Lengths in the rows that arrived first: columns would otherwise move while somebody reads. */
function useLongest(rows: readonly TailRow[], columns: readonly RowColumn[], tools: RowTools) {
  const first = rows.slice(0, MEASURED)
  const isMeasured = first.length === MEASURED
  const [longest, setLongest] = useState<ReadonlyMap<string, number>>()
  const current =
    longest ??
    longestValues(
      first.flatMap(({ hit }) => (hit === undefined ? [] : [hit])),
      columns,
      tools,
    )
  if (longest === undefined && isMeasured) setLongest(current)
  return current
}

function Gap({ row, top }: { row: TailRow; top: number }) {
  const t = useText()
  return (
    <tbody className={classes['row']} style={{ transform: `translateY(${top}px)` }}>
      <tr className={styles['gap']}>
        <td>{t('searchTools.live.gap', { count: row.missed ?? 0 })}</td>
      </tr>
    </tbody>
  )
}
