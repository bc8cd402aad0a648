import { type MouseEvent, type ReactNode, useRef } from 'react'
import classes from './chart.module.css'
import { type ChartClick, plotPosition } from './chart-click.ts'
import type { Plot } from './plot.ts'
import { useRangeDrag } from './use-range-drag.ts'

export interface ChartGestures {
  /** A range of the x axis was selected by dragging. */
  readonly onRange?: ((from: number, to: number) => void) | undefined
  readonly onClick?: ((click: ChartClick) => void) | undefined
}

interface ChartSurfaceProps extends ChartGestures {
  /** `undefined` until the chart is drawn. */
  readonly plotOf: () => Plot | undefined
  /** The data at a position. */
  readonly markAt: (x: number, y: number) => ChartClick['mark']
  readonly children: ReactNode
}

/** A shorter movement between press and release is a click, a longer one is a drag. */
const DRAG_PX = 4

/** What a chart is drawn on: takes clicks, and drags that select a range. */
export function ChartSurface({ plotOf, markAt, onRange, onClick, children }: ChartSurfaceProps) {
  const pressed = useRef<{ readonly x: number; readonly y: number }>(undefined)
  const { dragged, handlers } = useRangeDrag(plotOf, onRange)

  const click = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { x: fromX, y: fromY } = pressed.current ?? { x: clientX, y: clientY }
    if (onClick === undefined || Math.hypot(clientX - fromX, clientY - fromY) >= DRAG_PX) return
    const box = currentTarget.getBoundingClientRect()
    const [x, y] = [clientX - box.left, clientY - box.top]
    onClick({ mark: markAt(x, y), plot: plotPosition(plotOf(), x, y), at: new DOMRect(clientX, clientY, 1, 1) })
  }

  return (
    // Keyboard users have the table of the same data.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className={classes['chart']}
      data-draggable={onRange !== undefined || undefined}
      onPointerDownCapture={({ clientX, clientY }) => {
        pressed.current = { x: clientX, y: clientY }
      }}
      onClick={onClick === undefined ? undefined : click}
      {...handlers}
    >
      {children}
      {dragged !== undefined && (
        <div
          className={classes['range']}
          style={{ left: Math.min(dragged.from, dragged.to), width: Math.abs(dragged.to - dragged.from) }}
        />
      )}
    </div>
  )
}
