import type { EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import classes from './chart.module.css'
import type { ChartOption } from './chart-option.ts'
import { init } from './echarts.ts'
import { useRangeDrag } from './use-range-drag.ts'

export interface ChartCanvasProps {
  readonly option: ChartOption
  /** What the picture shows, in words. */
  readonly label: string
  /** Somebody dragged over a part of the x axis. */
  readonly onRange?: ((from: number, to: number) => void) | undefined
  /** A map was moved. */
  readonly onRoam?: ((center: readonly [x: number, y: number], zoom: number) => void) | undefined
}

/** A picture by ECharts that follows its options and its size. */
export function ChartCanvas({ option, label, onRange, onRoam }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const latest = useRef({ option, onRoam })
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

  return (
    <div className={classes['chart']} data-draggable={onRange !== undefined || undefined} {...handlers}>
      <div ref={element} className={classes['canvas']} role="img" aria-label={label} translate="no" />
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
