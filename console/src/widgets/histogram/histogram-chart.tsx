import { type PointerEvent, useMemo, useState } from 'react'
import { useRowsInSight } from '../../messages-table/rows/rows-in-sight.ts'
import type { XyInput } from '../aggregation/xy/xy-input.ts'
import { beforeSteps } from '../aggregation/xy/xy-marks.ts'
import { type DrawnPoint, xyTooltipContent } from '../aggregation/xy/xy-tooltip-content.ts'
import chartClasses from '../charts/chart.module.css'
import type { ChartClick } from '../charts/chart-click.ts'
import { type ChartGestures, ChartSurface } from '../charts/chart-surface.tsx'
import { ChartTooltip } from '../charts/chart-tooltip.tsx'
import { type HistogramBar, type HistogramPlot, histogramPlot } from './histogram-plot.ts'
import { HistogramSvg } from './histogram-svg.tsx'
import classes from './level-histogram.module.css'

interface HistogramChartProps extends ChartGestures {
  readonly input: XyInput
  /** Describes the chart to screen readers. */
  readonly label: string
}

interface Pointed {
  readonly x: number
  readonly at: { readonly x: number; readonly y: number }
}

/** Stacked bars over time, drawn without ECharts: a search shows them first, and ECharts is as large as the page. */
export function HistogramChart({ input, label, ...gestures }: HistogramChartProps) {
  const plot = useMemo(() => histogramPlot(input), [input])
  const [pointed, setPointed] = useState<Pointed>()
  const bar = pointed && nearestBar(plot, pointed.x)
  const content = useMemo(() => bar && tooltipOf(input, plot, bar), [input, plot, bar])
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const x = clientX - left
    setPointed(plot.contains(x, clientY - top) ? { x, at: { x: clientX, y: clientY } } : undefined)
  }
  const middle = bar && Math.round((bar.left + bar.right) / 2)
  return (
    <ChartSurface plotOf={() => plot} markAt={(x, y) => markAt(plot, input, x, y)} {...gestures}>
      <div
        className={chartClasses['canvas']}
        role="img"
        aria-label={label}
        translate="no"
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <InSight plot={plot} />
        <HistogramSvg input={input} plot={plot} />
        {middle !== undefined && (
          <div className={classes['pointed']} style={{ left: middle, top: plot.top, height: plot.bottom - plot.top }} />
        )}
      </div>
      {content !== undefined && pointed !== undefined && <ChartTooltip content={content} at={pointed.at} />}
    </ChartSurface>
  )
}

const LEAST_WIDTH = 2

/** Shades the times of the messages that are in sight below the chart. */
function InSight({ plot: { left, right, top, bottom, xOf } }: { plot: HistogramPlot }) {
  const span = useRowsInSight()
  if (span === undefined) return null
  const from = Math.max(xOf(span.fromMs), left)
  const width = Math.max(Math.min(xOf(span.toMs), right) - from, LEAST_WIDTH)
  return <div className={classes['inSight']} data-in-sight style={{ left: from, width, top, height: bottom - top }} />
}

function nearestBar({ bars }: HistogramPlot, x: number): HistogramBar | undefined {
  const distance = ({ left, right }: HistogramBar) => Math.abs((left + right) / 2 - x)
  return bars.reduce<HistogramBar | undefined>(
    (near, bar) => (near === undefined || distance(bar) < distance(near) ? bar : near),
    undefined,
  )
}

function tooltipOf(input: XyInput, { bars }: HistogramPlot, { bucket }: HistogramBar) {
  const { data, before, pivot, words } = input
  const index = bars.findIndex((bar) => bar.bucket === bucket)
  const points: DrawnPoint[] = data.series.map(({ name, values }) => ({
    name,
    dataIndex: index,
    x: undefined,
    value: values[bucket.row],
  }))
  const middle = (bucket.from + bucket.to) / 2
  const steps = before === undefined ? [] : beforeSteps(before, pivot)
  const dataIndex = steps.findIndex(({ from, to }) => middle >= from && middle < to)
  const earlier = before && { name: before.name, dataIndex, x: undefined, value: steps[dataIndex]?.value }
  const axis = {
    titleOf: () => words.bucket(bucket.from, bucket.to),
    spanOf: () => bucket,
  }
  return xyTooltipContent(input, axis, earlier === undefined ? points : [...points, earlier])
}

/** The part of a bar at a position. */
function markAt({ bars }: HistogramPlot, { data }: XyInput, x: number, y: number): ChartClick['mark'] {
  const dataIndex = bars.findIndex(({ left, right }) => x >= left && x <= right)
  const part = bars[dataIndex]?.parts.find(({ top, bottom }) => y >= top && y <= bottom)
  if (part === undefined) return undefined
  const seriesIndex = data.series.findIndex(({ name }) => name === part.name)
  return { seriesIndex, seriesName: part.name, dataIndex, name: part.name, value: part.value }
}
