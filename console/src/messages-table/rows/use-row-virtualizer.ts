import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { messageKey } from '../selection/message-key.ts'
import { DAY_HEIGHT, HEADER_HEIGHT, PAGE_HEAD_HEIGHT } from './table-height.ts'
import type { MessageTableState } from './use-message-table.tsx'

const OVERSCAN = 12

/** Which rows are visible. Closed rows share one height, plus that of a date; open and wrapped rows are measured. */
export function useRowVirtualizer(state: MessageTableState) {
  const { messages, widget, display, rowHeight, open, scroller, top, dayStarts } = state
  const { openKeys } = open
  const { fields } = widget.config
  const heightOf = useCallback(
    (index: number) => rowHeight + (dayStarts.has(index) ? DAY_HEIGHT : 0),
    [rowHeight, dayStarts],
  )
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: useCallback(() => scroller.current, [scroller]),
    estimateSize: heightOf,
    getItemKey: useCallback(
      (index: number) => {
        const hit = messages[index]
        return hit === undefined ? index : messageKey(hit)
      },
      [messages],
    ),
    overscan: OVERSCAN,
    scrollMargin: top,
    // Rows are moved down by the header, which stays in sight, as does the head of the page.
    scrollPaddingEnd: HEADER_HEIGHT,
    scrollPaddingStart: state.isOnPage ? PAGE_HEAD_HEIGHT : 0,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes the height of rows
  useEffect(() => {
    virtual.measure()
    for (const row of virtual.elementsCache.values()) virtual.measureElement(row)
  }, [virtual, rowHeight, display.isWrapped, display.isPinned, fields])

  // A closed row returns to the common height.
  const lastOpen = useRef(openKeys)
  useEffect(() => {
    const closed = [...lastOpen.current].filter((key) => !openKeys.has(key))
    lastOpen.current = openKeys
    if (closed.length === 0 || display.isWrapped) return
    for (const { index, key } of virtual.getVirtualItems())
      if (closed.includes(String(key))) virtual.resizeItem(index, heightOf(index))
    for (const key of closed) virtual.itemSizeCache.delete(key)
  }, [virtual, openKeys, display.isWrapped, heightOf])
  return virtual
}
