import type { EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import classes from './chart.module.css'
import type { ChartOption } from './chart-option.ts'
import { init } from './echarts.ts'

export interface ChartCanvasProps {
  readonly option: ChartOption
  /** What the picture shows, in words. */
  readonly label: string
  /** Somebody dragged over a part of the x axis. */
  readonly onBrush?: ((from: number, to: number) => void) | undefined
  readonly onClick?:
    | ((seriesIndex: number, dataIndex: number, at: { readonly x: number; readonly y: number }) => void)
    | undefined
  /** A map was moved. */
  readonly onRoam?: ((center: readonly [x: number, y: number], zoom: number) => void) | undefined
}

/** A picture by ECharts that follows its options and its size. */
export function ChartCanvas({ option, label, onBrush, onClick, onRoam }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const handlers = useRef({ onBrush, onClick, onRoam })
  const latest = useRef(option)
  const canBrush = onBrush !== undefined

  useEffect(() => {
    handlers.current = { onBrush, onClick, onRoam }
  }, [onBrush, onClick, onRoam])

  useEffect(() => {
    const { current: host } = element
    if (host === null) return
    const draw = (drawn: EChartsType) => {
      drawn.setOption(latest.current, { notMerge: true })
      if (canBrush) holdBrush(drawn)
    }
    const start = (): EChartsType => {
      const started = init(host, null, { renderer: 'canvas' })
      started.on('brushEnd', (event) => {
        const range = brushedRange(event)
        started.dispatchAction({ type: 'brush', areas: [] })
        if (range !== undefined) handlers.current.onBrush?.(...range)
      })
      started.on('click', ({ seriesIndex, dataIndex, event }) => {
        const source = event?.event
        if (seriesIndex === undefined || !(source instanceof MouseEvent)) return
        handlers.current.onClick?.(seriesIndex, dataIndex, { x: source.clientX, y: source.clientY })
      })
      started.on('georoam', () => {
        const view = geoView(started)
        if (view !== undefined) handlers.current.onRoam?.(view.center, view.zoom)
      })
      draw(started)
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
  }, [canBrush])

  useEffect(() => {
    latest.current = option
    chart.current?.setOption(option, { notMerge: true })
    if (chart.current !== undefined && canBrush) holdBrush(chart.current)
  }, [option, canBrush])

  return <div ref={element} className={classes['canvas']} role="img" aria-label={label} translate="no" />
}

/** Dragging draws a range from now on; needed again after each change of options. */
const holdBrush = (chart: EChartsType) =>
  chart.dispatchAction({
    type: 'takeGlobalCursor',
    key: 'brush',
    brushOption: { brushType: 'lineX', brushMode: 'single', transformable: false },
  })

function brushedRange(event: unknown): [from: number, to: number] | undefined {
  if (typeof event !== 'object' || event === null || !('areas' in event) || !Array.isArray(event.areas))
    return undefined
  const [area]: unknown[] = event.areas
  if (typeof area !== 'object' || area === null || !('coordRange' in area) || !Array.isArray(area.coordRange))
    return undefined
  const [from, to]: unknown[] = area.coordRange
  return typeof from === 'number' && typeof to === 'number' && to > from ? [from, to] : undefined
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
