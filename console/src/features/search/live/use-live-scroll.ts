import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { TailRow } from './tail-buffer.ts'
import { useRowWindow } from './use-row-window.ts'

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
