import type { EChartsType } from 'echarts/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { usePrinting } from '../../ui/use-printing.ts'
import classes from './chart.module.css'
import type { ChartOption } from './chart-option.ts'
import { init } from './echarts.ts'
import { useRangeDrag } from './use-range-drag.ts'

/** Where somebody clicked. */
export interface ChartClick {
  /** What is drawn there. */
  readonly mark:
    | {
        readonly seriesIndex: number
        readonly seriesName: string
        readonly dataIndex: number
        readonly name: string
        readonly value: unknown
      }
    | undefined
  /** The place between the axes: where on the x axis, and how far, in pixels, from a value. */
  readonly plot: { readonly x: number; readonly distance: (value: number | null) => number } | undefined
  readonly at: DOMRect
}

export interface ChartCanvasProps {
  readonly option: ChartOption
  /** What the picture shows, in words. */
  readonly label: string
  /** Somebody dragged over a part of the x axis. */
  readonly onRange?: ((from: number, to: number) => void) | undefined
  readonly onClick?: ((click: ChartClick) => void) | undefined
  /** A map was moved. */
  readonly onRoam?: ((center: readonly [x: number, y: number], zoom: number) => void) | undefined
}

const DRAG_PX = 4

/** A picture by ECharts that follows its options and its size. */
export function ChartCanvas({ option, label, onRange, onClick, onRoam }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const latest = useRef({ option, onRoam })
  const hovered = useRef<ChartClick['mark']>(undefined)
  const pressed = useRef<{ readonly x: number; readonly y: number }>(undefined)
  const { dragged, handlers } = useRangeDrag(chart, onRange)

  useEffect(() => {
    const { current: host } = element
    if (host === null) return
    const start = (): EChartsType => {
      const started = init(host, null, { renderer: 'canvas' })
      started.on('georoam', () => {
        const view = geoView(started)
        if (view !== undefined) latest.current.onRoam?.(view.center, view.zoom)
      })
      started.on('mouseover', ({ seriesIndex = 0, seriesName = '', dataIndex, name, value }) => {
        hovered.current = { seriesIndex, seriesName, dataIndex, name, value }
      })
      const leave = () => {
        hovered.current = undefined
      }
      started.on('mouseout', leave)
      started.on('globalout', leave)
      started.setOption(latest.current.option)
      return started
    }
    // Not before it has a size: a chart without one draws nothing and complains.
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width === 0 || height === 0) return
      if (chart.current === undefined) chart.current = start()
      else chart.current.resize()
    })
    observer.observe(host)
    return () => {
      observer.disconnect()
      chart.current?.dispose()
      chart.current = undefined
    }
  }, [])

  useEffect(() => {
    latest.current = { option, onRoam }
  }, [option, onRoam])

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])

  // Charts may be drawn on several canvases, of which a printer shows one, and as coarse as the screen.
  const isPrinting = usePrinting()
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: sheet } = paper
    if (isPrinting && chart.current !== undefined)
      sheet?.replaceChildren(chart.current.renderToCanvas({ pixelRatio: 2 }))
    return () => sheet?.replaceChildren()
  }, [isPrinting])

  const click = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { current } = chart
    if (onClick === undefined || current === undefined) return
    const { x: fromX, y: fromY } = pressed.current ?? { x: clientX, y: clientY }
    // What ends a drag is no click.
    if (Math.hypot(clientX - fromX, clientY - fromY) >= DRAG_PX) return
    const { left, top } = currentTarget.getBoundingClientRect()
    const [x, y] = [clientX - left, clientY - top]
    const isInPlot = current.containPixel('grid', [x, y])
    onClick({
      mark: hovered.current,
      plot: isInPlot
        ? {
            x: Number(current.convertFromPixel({ xAxisIndex: 0 }, x)),
            distance: (value) =>
              value === null
                ? Number.POSITIVE_INFINITY
                : Math.abs(Number(current.convertToPixel({ yAxisIndex: 0 }, value)) - y),
          }
        : undefined,
      at: new DOMRect(clientX, clientY, 1, 1),
    })
  }

  return (
    // The table of the same data offers the same to the keyboard.
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

function geoView(chart: EChartsType): { center: readonly [number, number]; zoom: number } | undefined {
  const { geo } = chart.getOption()
  const [first]: unknown[] = Array.isArray(geo) ? geo : []
  if (typeof first !== 'object' || first === null || !('center' in first) || !('zoom' in first)) return undefined
  const { center, zoom } = first
  if (!Array.isArray(center) || typeof zoom !== 'number') return undefined
  const [x, y]: unknown[] = center
  return typeof x === 'number' && typeof y === 'number' ? { center: [x, y], zoom } : undefined
}
