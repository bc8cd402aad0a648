import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Drawn above and below those in sight. */
const OVERSCAN = 15

interface RowWindow {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** Which of many rows of one height are in sight of their scroller. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [{ top, height }, setPlace] = useState({ top: 0, height: 0 })
  const look = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop, clientHeight } = element
    // By whole rows: a scroll of a few pixels draws nothing.
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
