/** Alerts and other events over time as stacked bars. */
import type { EventsHistogram } from '@logyard/contract/events/events'
import { neutralColor, toneColor } from '../../../base/theme/chart-colors.ts'
import type { ChartWords } from '../../../widgets/aggregation/chart-words.ts'
import type { ChartOption } from '../../../widgets/charts/chart-option.ts'
import type { ChartTheme } from '../../../widgets/charts/chart-theme.ts'
import { timeTicks } from '../../../widgets/charts/time-ticks.ts'
import { tooltipElement, tooltipStyle } from '../../../widgets/charts/tooltip-content.ts'

interface HistogramInput {
  readonly histogram: EventsHistogram
  readonly names: { readonly alerts: string; readonly events: string }
  readonly theme: ChartTheme
  readonly words: ChartWords
  /** Pixels. */
  readonly width: number
}

interface Bar {
  readonly startMs: number
  readonly alerts: number
  readonly events: number
}

/** The width of one label, in pixels. */
const TICK_WIDTH = 86
const MOST_BARS = 1000

export function histogramOption(input: HistogramInput): ChartOption {
  const { histogram, names, theme, words, width } = input
  const [min, max] = [Date.parse(histogram.from), Date.parse(histogram.to)]
  const bars = barsOf(histogram)
  const { ticks, unit } = timeTicks(min, max, words.zone, Math.max(2, Math.floor(width / TICK_WIDTH)))
  const customValues = [...ticks]
  const label = { color: theme.dimmed, fontSize: 11, fontFamily: theme.font }
  const line = { lineStyle: { color: theme.faint } }
  const series = (name: string, color: string, amountOf: (bar: Bar) => number) => ({
    type: 'bar' as const,
    name,
    stack: 'all',
    data: bars.map((bar) => [bar.startMs + histogram.interval_ms / 2, amountOf(bar)]),
    barCategoryGap: '14%',
    barMaxWidth: 96,
    itemStyle: { color },
    emphasis: { focus: 'none' as const },
  })
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    grid: { left: 8, right: 14, top: 8, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'time',
      min,
      max,
      containShape: false,
      axisLine: line,
      axisTick: { show: true, customValues, ...line },
      axisLabel: { ...label, customValues, formatter: (at: number) => words.tick(at, unit), hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 2,
      axisLabel: label,
      splitLine: { lineStyle: { color: theme.line } },
    },
    series: [
      series(names.alerts, toneColor('warning', theme.scheme), ({ alerts }) => alerts),
      series(names.events, neutralColor(theme.scheme), ({ events }) => events),
    ],
    tooltip: tooltipOf(input, bars),
  }
}

function tooltipOf(
  { histogram, names, theme, words }: HistogramInput,
  bars: readonly Bar[],
): NonNullable<ChartOption['tooltip']> {
  return {
    trigger: 'axis',
    ...tooltipStyle(theme),
    axisPointer: { type: 'line', lineStyle: { color: theme.dimmed, type: 'dashed' } },
    formatter: (params) => {
      const bar = bars[(Array.isArray(params) ? params : [params])[0]?.dataIndex ?? -1]
      if (bar === undefined) return ''
      return tooltipElement({
        title: words.bucket(bar.startMs, bar.startMs + histogram.interval_ms),
        rows: [
          { name: names.alerts, value: String(bar.alerts), color: toneColor('warning', theme.scheme) },
          { name: names.events, value: String(bar.events), color: neutralColor(theme.scheme) },
        ],
      })
    },
  }
}

/** Bars with the empty buckets, which give the bars their width. */
function barsOf({ from, to, interval_ms, buckets }: EventsHistogram): readonly Bar[] {
  const known = new Map(buckets.map((bucket) => [Date.parse(bucket.start), bucket]))
  const firstMs = Math.floor(Date.parse(from) / interval_ms) * interval_ms
  const count = Math.min(MOST_BARS, Math.ceil((Date.parse(to) - firstMs) / interval_ms))
  return Array.from({ length: count }, (_, index) => {
    const startMs = firstMs + index * interval_ms
    const { alerts = 0, events = 0 } = known.get(startMs) ?? {}
    return { startMs, alerts, events }
  })
}
