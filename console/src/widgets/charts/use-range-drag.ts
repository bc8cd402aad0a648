import { type PointerEvent, useRef, useState } from 'react'
import type { Plot } from './plot.ts'

/** The dragged range of the x axis, in pixels of the chart. */
export interface DraggedRange {
  readonly from: number
  readonly to: number
}

/** A shorter drag is a click with an unsteady hand. */
const LEAST_PX = 4

/** Selects a range of the x axis by dragging over the plot. */
export function useRangeDrag(
  plotOf: () => Plot | undefined,
  onRange: ((from: number, to: number) => void) | undefined,
) {
  const start = useRef<number>(undefined)
  const [dragged, setDragged] = useState<DraggedRange>()
  const at = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const stop = () => {
    start.current = undefined
    setDragged(undefined)
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { x, y } = at(event)
      if (event.button !== 0 || plotOf()?.contains(x, y) !== true) return
      start.current = x
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current: from } = start
      if (from === undefined) return
      const { x } = at(event)
      if (dragged !== undefined || Math.abs(x - from) >= LEAST_PX) setDragged({ from, to: x })
    },
    onPointerUp() {
      const plot = plotOf()
      if (dragged !== undefined && plot !== undefined && onRange !== undefined) {
        const [a, b] = [plot.xAt(dragged.from), plot.xAt(dragged.to)]
        onRange(Math.round(Math.min(a, b)), Math.round(Math.max(a, b)))
      }
      stop()
    },
    onPointerCancel: stop,
  }
  return { dragged, handlers: onRange === undefined ? {} : handlers }
}
