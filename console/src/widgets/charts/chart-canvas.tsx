import { type MouseEvent, useEffect, useRef } from 'react'
import { usePrinting } from '../../ui/use-printing.ts'
import classes from './chart.module.css'
import { type ChartClick, plotPosition } from './chart-click.ts'
import type { ChartOption } from './chart-option.ts'
import { useChart } from './use-chart.ts'
import { useRangeDrag } from './use-range-drag.ts'

export interface ChartCanvasProps {
  readonly option: ChartOption
  /** Describes the chart to screen readers. */
  readonly label: string
  /** A range of the x axis was selected by dragging. */
  readonly onRange?: ((from: number, to: number) => void) | undefined
  readonly onClick?: ((click: ChartClick) => void) | undefined
  /** The user moved a map. */
  readonly onRoam?: ((center: readonly [x: number, y: number], zoom: number) => void) | undefined
}

/** A shorter movement between press and release is a click, a longer one is a drag. */
const DRAG_PX = 4

/** A chart drawn by ECharts. */
export function ChartCanvas({ option, label, onRange, onClick, onRoam }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const { chart, hovered } = useChart(element, { option, onRoam })
  const pressed = useRef<{ readonly x: number; readonly y: number }>(undefined)
  const { dragged, handlers } = useRangeDrag(chart, onRange)

  // ECharts may use several canvases at screen resolution, of which a printer shows one: print a single sharp copy.
  const isPrinting = usePrinting()
  useEffect(() => {
    const { current: sheet } = paper
    if (isPrinting && chart.current !== undefined)
      sheet?.replaceChildren(chart.current.renderToCanvas({ pixelRatio: 2 }))
    return () => sheet?.replaceChildren()
  }, [chart, isPrinting])

  const click = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { current } = chart
    if (onClick === undefined || current === undefined) return
    const { x: fromX, y: fromY } = pressed.current ?? { x: clientX, y: clientY }
    if (Math.hypot(clientX - fromX, clientY - fromY) >= DRAG_PX) return
    const { left, top } = currentTarget.getBoundingClientRect()
    onClick({
      mark: hovered.current,
      plot: plotPosition(current, clientX - left, clientY - top),
      at: new DOMRect(clientX, clientY, 1, 1),
    })
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
      <div ref={element} className={classes['canvas']} role="img" aria-label={label} translate="no" />
      <div ref={paper} className={classes['paper']} />
      {dragged !== undefined && (
        <div
          className={classes['range']}
          style={{ left: Math.min(dragged.from, dragged.to), width: Math.abs(dragged.to - dragged.from) }}
        />
      )}
    </div>
  )
}
