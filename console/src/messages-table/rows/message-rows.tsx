import { useEffect } from 'react'
import { afterFirstContent } from '../../base/deferred/first-content.ts'
import { useText } from '../../base/text/text.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { messageKey } from '../selection/message-key.ts'
import { loadDetails, MessageRow } from './message-row.tsx'
import classes from './message-table.module.css'
import { useRowFocus } from './row-focus.ts'
import { useShowRows } from './rows-in-sight.ts'
import { PAGE_HEAD_HEIGHT, tableHeight } from './table-height.ts'
import type { MessageTableState } from './use-message-table.tsx'
import { useRowVirtualizer } from './use-row-virtualizer.ts'

/** The next page is loaded when at most this many rows are left below the visible ones. */
const ROWS_AHEAD = 40
/** About twenty pages: nobody prints ten thousand rows on purpose. */
export const MOST_PRINTED = 1000

/** The visible rows, or all of them on paper. The only part of the table that renders again while scrolling. */
export function MessageRows({ state }: { state: MessageTableState }) {
  const { messages, top, loadNext } = state
  const t = useText()
  const virtual = useRowVirtualizer(state)
  useRowFocus(virtual, state.table, state.rows)
  const covered = state.isOnPage ? PAGE_HEAD_HEIGHT : 0
  useShowRows(virtual, { messages, total: state.total, covered, tableTop: top })
  const visible = virtual.getVirtualItems()
  const isPrinting = usePrinting()
  const rows = isPrinting
    ? messages.slice(0, MOST_PRINTED).map((hit, index) => ({ index, key: messageKey(hit), start: top }))
    : visible

  const isNearEnd = visible.length > 0 && (visible.at(-1)?.index ?? 0) >= messages.length - ROWS_AHEAD
  useEffect(() => {
    if (isNearEnd) loadNext()
  }, [isNearEnd, loadNext])

  // Where it fails, opening a message tries again, and reports it.
  useEffect(() => afterFirstContent(() => void loadDetails().catch(() => undefined)), [])

  return (
    <table
      aria-rowcount={state.total + 1}
      aria-label={t('messages.table')}
      className={classes['table']}
      style={tableHeight(virtual.getTotalSize())}
    >
      {state.header}
      {rows.map(({ index, key, start }) => (
        <Row
          key={key}
          table={state}
          index={index}
          top={start - top}
          measure={isPrinting ? null : virtual.measureElement}
        />
      ))}
    </table>
  )
}

interface RowProps {
  readonly table: MessageTableState
  readonly index: number
  readonly top: number
  /** Absent on paper. */
  readonly measure: ((element: Element | null) => void) | null
}

function Row({ table, index, top, measure }: RowProps) {
  const { widget, display, open } = table
  const hit = table.messages[index]
  if (hit === undefined) return null
  const id = messageKey(hit)
  const isSelected = open.openKeys.has(id)
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
      isDayStart={table.dayStarts.has(index)}
      rules={table.rules}
      tools={table.tools}
      isOpen={isOpen}
      isContextOpen={id === open.contextKey}
      isSelected={isSelected}
      isActive={index === open.active}
      isMarked={hit.message._id === table.marked}
      isInteractive={table.isInteractive}
      isTicked={table.ticked.keys.has(id)}
      onTick={table.onTick}
      onToggle={open.toggle}
      onValue={table.valueMenu.show}
    />
  )
}
