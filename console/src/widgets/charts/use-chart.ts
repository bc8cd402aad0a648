/** An ECharts instance in an element: created once the element has a size, resized and updated with it. */
import type { EChartsType } from 'echarts/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { ChartClick } from './chart-click.ts'
import type { ChartOption } from './chart-option.ts'
import { init } from './echarts.ts'

interface ChartOptions {
  readonly option: ChartOption
  readonly onRoam: ((center: readonly [x: number, y: number], zoom: number) => void) | undefined
}

export function useChart(element: RefObject<HTMLDivElement | null>, { option, onRoam }: ChartOptions) {
  const chart = useRef<EChartsType>(undefined)
  const latest = useRef({ option, onRoam })
  const hovered = useRef<ChartClick['mark']>(undefined)

  useEffect(() => {
    const { current: host } = element
    if (host === null) return
    const start = (): EChartsType => {
      const started = init(host, null, { renderer: 'canvas' })
      started.on('georoam', () => {
        const view = geoView(started)
        if (view !== undefined) latest.current.onRoam?.(view.center, view.zoom)
      })
      trackHovered(started, hovered)
      started.setOption(latest.current.option)
      return started
    }
    // A chart without a size draws nothing and logs a warning.
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
  }, [element])

  useEffect(() => {
    latest.current = { option, onRoam }
  }, [option, onRoam])

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])
  return { chart, hovered }
}

function trackHovered(chart: EChartsType, hovered: RefObject<ChartClick['mark']>): void {
  chart.on('mouseover', ({ seriesIndex = 0, seriesName = '', dataIndex, name, value }) => {
    hovered.current = { seriesIndex, seriesName, dataIndex, name, value }
  })
  const leave = () => {
    hovered.current = undefined
  }
  chart.on('mouseout', leave)
  chart.on('globalout', leave)
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
