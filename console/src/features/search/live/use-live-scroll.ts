import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { TailRow } from './tail-buffer.ts'

interface LiveScroll {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: readonly TailRow[]
  readonly rowHeight: number
  readonly isHolding: boolean
  /** The tail is paused, or a message is open: reaching the end does not release it. */
  readonly isReading: boolean
  readonly onHold: () => void
  readonly onRelease: () => void
}

/** Follows the newest row until the reader scrolls up or selects text; scrolling back to the end follows again. */
export function useLiveScroll({ scroller, rows, rowHeight, isHolding, isReading, onHold, onRelease }: LiveScroll) {
  const { window: rowWindow, look } = useRowWindow(scroller, rows.length, rowHeight)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever rows arrive
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null && !isHolding) element.scrollTop = element.scrollHeight
    look()
  }, [rows, isHolding, rowHeight])

  useEffect(() => {
    const holdWhileSelecting = () => {
      const selection = window.getSelection()
      const isHere = selection?.anchorNode instanceof Node && scroller.current?.contains(selection.anchorNode)
      if (selection?.isCollapsed === false && isHere) onHold()
    }
    document.addEventListener('selectionchange', holdWhileSelecting)
    return () => document.removeEventListener('selectionchange', holdWhileSelecting)
  }, [scroller, onHold])

  function onScroll() {
    look()
    const element = scroller.current
    if (element === null) return
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight
    if (!isAtEnd) onHold()
    else if (isHolding && !isReading && window.getSelection()?.isCollapsed !== false) onRelease()
  }
  return { rowWindow, onScroll }
}

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 15

export interface RowWindow {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The range of equally high rows to render for the current scroll position. */
function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [{ top, height }, setPlace] = useState({ top: 0, height: 0 })
  const look = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop, clientHeight } = element
    // In whole rows, so that scrolling a few pixels renders nothing.
    const snapped = Math.floor(scrollTop / rowHeight)
    setPlace((old) =>
      old.top === snapped && old.height === clientHeight ? old : { top: snapped, height: clientHeight },
    )
  }, [scroller, rowHeight])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, look])
  const shown = Math.ceil(height / rowHeight)
  const window: RowWindow = { from: Math.max(0, top - OVERSCAN), to: Math.min(count, top + shown + OVERSCAN) }
  return { window, look }
}
