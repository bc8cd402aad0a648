import type { MessageHit } from '@logyard/contract/search/search-results'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { useText } from '../../base/text/text.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import type { OpenValueMenu } from '../fields/value-menu-host.tsx'
import type { RulesByField } from '../highlighting/highlighting-rules.ts'
import { messageKey } from '../selection/message-key.ts'
import { focusRow } from './focus-row.ts'
import { MessageRow } from './message-row.tsx'
import classes from './message-table.module.css'
import { tableHeight } from './table-height.ts'
import { useRowTools } from './use-row-tools.ts'
import type { TableLook } from './use-table-look.ts'

export interface MessageRowsHandle {
  /** Brings the row into sight and the focus to it. */
  goTo(index: number): void
}

export interface MessageRowsProps {
  readonly messages: readonly MessageHit[]
  /** Those that match, also beyond what can be loaded. */
  readonly total: number
  readonly widget: MessagesWidget
  /** The same element as long as it says the same: scrolling must not draw it again. */
  readonly header: ReactNode
  readonly template: string
  readonly rules: RulesByField
  readonly look: TableLook
  readonly rowHeight: number
  readonly openKeys: ReadonlySet<string>
  readonly contextKey: string | undefined
  readonly active: number | undefined
  readonly marked: string | undefined
  readonly isInteractive: boolean
  readonly ticked: ReadonlySet<string>
  readonly onTick: ((index: number, isRange: boolean) => void) | undefined
  readonly scroller: RefObject<HTMLElement | null>
  readonly handle: Ref<MessageRowsHandle>
  readonly onToggle: (index: number) => void
  readonly onValue: (menu: OpenValueMenu) => void
  readonly onNearEnd: () => void
}

/** The next page is asked for when so few rows are left below. */
const ROWS_AHEAD = 40
const OVERSCAN = 12
/** Some twenty sheets: nobody prints ten thousand rows on purpose. */
export const MOST_PRINTED = 1000

/** The rows in sight, on paper all; the only part of the table that is drawn again while it scrolls. */
export function MessageRows(props: MessageRowsProps) {
  const { messages, widget, look, rowHeight, openKeys, scroller, handle, onNearEnd } = props
  const t = useText()
  const tools = useRowTools()
  const { fields } = widget.config
  const getItemKey = useCallback(
    (index: number) => {
      const hit = messages[index]
      return hit === undefined ? index : messageKey(hit)
    },
    [messages],
  )
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: useCallback(() => scroller.current, [scroller]),
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    getItemKey,
    overscan: OVERSCAN,
  })
  const inSight = virtual.getVirtualItems()
  const isPrinting = usePrinting()
  const rows = isPrinting
    ? messages.slice(0, MOST_PRINTED).map((_, index) => ({ index, key: getItemKey(index), start: 0 }))
    : inSight
  /** The row that shall have the focus once it is drawn. */
  const wanted = useRef<number>(undefined)
  const focusWanted = useCallback(() => {
    if (wanted.current !== undefined && focusRow(scroller.current, wanted.current)) wanted.current = undefined
  }, [scroller])
  useImperativeHandle(
    handle,
    () => ({
      goTo(index) {
        virtual.scrollToIndex(index, { align: 'auto' })
        wanted.current = index
        focusWanted()
      },
    }),
    [virtual, focusWanted],
  )
  useEffect(focusWanted)

  // biome-ignore lint/correctness/useExhaustiveDependencies: with any of these rows have another height
  useEffect(() => {
    virtual.measure()
    for (const row of virtual.elementsCache.values()) virtual.measureElement(row)
  }, [virtual, rowHeight, look.isWrapped, look.isPinned, fields])
  // A row that was closed has the height of all the others again.
  const lastOpen = useRef(openKeys)
  useEffect(() => {
    const closed = [...lastOpen.current].filter((key) => !openKeys.has(key))
    lastOpen.current = openKeys
    if (closed.length === 0 || look.isWrapped) return
    for (const { index, key } of virtual.getVirtualItems())
      if (closed.includes(String(key))) virtual.resizeItem(index, rowHeight)
    for (const key of closed) virtual.itemSizeCache.delete(key)
  }, [virtual, openKeys, look.isWrapped, rowHeight])

  const isNearEnd = inSight.length > 0 && (inSight.at(-1)?.index ?? 0) >= messages.length - ROWS_AHEAD
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
      {rows.map(({ index, key, start }) => {
        const hit = messages[index]
        if (hit === undefined) return null
        const id = messageKey(hit)
        const isSelected = openKeys.has(id)
        const isOpen = isSelected && !look.isPinned
        return (
          <MessageRow
            key={key}
            // All others have one height, which need not be measured.
            ref={!isPrinting && (isOpen || look.isWrapped) ? virtual.measureElement : null}
            index={index}
            top={start}
            hit={hit}
            widget={widget}
            template={props.template}
            rules={props.rules}
            tools={tools}
            isOpen={isOpen}
            isContextOpen={id === props.contextKey}
            isSelected={isSelected}
            isActive={index === props.active}
            isMarked={hit.message._id === props.marked}
            isInteractive={props.isInteractive}
            isTicked={props.ticked.has(id)}
            onTick={props.onTick}
            onToggle={props.onToggle}
            onValue={props.onValue}
          />
        )
      })}
    </table>
  )
}
