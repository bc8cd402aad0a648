import { useEffect } from 'react'
import { useText } from '../../base/text/text.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { messageKey } from '../selection/message-key.ts'
import { MessageRow } from './message-row.tsx'
import type { MessageRowsProps } from './message-rows-props.ts'
import classes from './message-table.module.css'
import type { DateDisplay } from './row-cells.tsx'
import { tableHeight } from './table-height.ts'
import { useRowFocus } from './use-row-focus.ts'
import { type RowTools, useRowTools } from './use-row-tools.ts'
import { useRowVirtualizer } from './use-row-virtualizer.ts'

/** The next page is loaded when at most this many rows are left below the visible ones. */
const ROWS_AHEAD = 40
/** About twenty pages: nobody prints ten thousand rows on purpose. */
export const MOST_PRINTED = 1000

/** The visible rows, or all of them on paper. The only part of the table that renders again while scrolling. */
export function MessageRows(props: MessageRowsProps) {
  const { messages, onNearEnd } = props
  const t = useText()
  const tools = useRowTools()
  const virtual = useRowVirtualizer(props)
  useRowFocus(virtual, props)
  const visible = virtual.getVirtualItems()
  const isPrinting = usePrinting()
  const rows = isPrinting
    ? messages.slice(0, MOST_PRINTED).map((hit, index) => ({ index, key: messageKey(hit), start: props.top }))
    : visible

  const isNearEnd = visible.length > 0 && (visible.at(-1)?.index ?? 0) >= messages.length - ROWS_AHEAD
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  return (
    <table
      aria-rowcount={props.total + 1}
      aria-label={t('messages.table')}
      className={classes['table']}
      style={tableHeight(virtual.getTotalSize())}
    >
      {props.header}
      {rows.map(({ index, key, start }) => (
        <Row
          key={key}
          table={props}
          tools={tools}
          index={index}
          top={start - props.top}
          measure={isPrinting ? null : virtual.measureElement}
        />
      ))}
    </table>
  )
}

function dateDisplay({ hasDates, messages }: MessageRowsProps, index: number, tools: RowTools): DateDisplay {
  if (!hasDates) return 'none'
  const [above, own] = [messages[index - 1], messages[index]]
  if (above === undefined || own === undefined) return 'full'
  return tools.dayOf(above.message.timestamp) === tools.dayOf(own.message.timestamp) ? 'repeated' : 'full'
}

interface RowProps {
  readonly table: MessageRowsProps
  readonly tools: RowTools
  readonly index: number
  readonly top: number
  /** Absent on paper. */
  readonly measure: ((element: Element | null) => void) | null
}

function Row({ table, tools, index, top, measure }: RowProps) {
  const { widget, display } = table
  const hit = table.messages[index]
  if (hit === undefined) return null
  const id = messageKey(hit)
  const isSelected = table.openKeys.has(id)
  const isOpen = isSelected && !display.isPinned
  return (
    <MessageRow
      // All other rows have the same height and need no measuring.
      ref={isOpen || display.isWrapped ? measure : null}
      index={index}
      top={top}
      hit={hit}
      widget={widget}
      columns={table.columns}
      template={table.template}
      date={dateDisplay(table, index, tools)}
      rules={table.rules}
      tools={tools}
      isOpen={isOpen}
      isContextOpen={id === table.contextKey}
      isSelected={isSelected}
      isActive={index === table.active}
      isMarked={hit.message._id === table.marked}
      isInteractive={table.isInteractive}
      isTicked={table.ticked.has(id)}
      onTick={table.onTick}
      onToggle={table.onToggle}
      onValue={table.onValue}
    />
  )
}
