import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows rendered above and below the visible ones. */
const OVERSCAN = 15

export interface RowWindow {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The range of equally high rows to render for the current scroll position. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
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
