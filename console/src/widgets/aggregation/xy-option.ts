/** Bars, lines, areas and points along one axis: the options of ECharts for an aggregation's numbers. */
import type { EventListResult, PivotResult } from '@logyard/contract/search-results'
import type { AggregationConfig } from '@logyard/contract/view-state'
import { isOverTime } from '../aggregation-config.ts'
import type { ChartOption } from '../charts/chart-option.ts'
import type { ChartTheme } from '../charts/chart-theme.ts'
import { timeTicks } from '../charts/time-ticks.ts'
import { type TooltipRow, tooltipElement } from '../charts/tooltip-content.ts'
import { barOf, lineOf } from '../view-model.ts'
import { type ChartData, type ChartSeries, joinKey } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'
import { type Bucket, timeBuckets } from './time-buckets.ts'

export interface XyInput {
  readonly pivot: PivotResult
  /** The same aggregation one range earlier. */
  readonly before?: { readonly data: ChartData; readonly range: PivotResult['effective_timerange'] } | undefined
  readonly events?: EventListResult | undefined
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly colorOf: (name: string) => string
  /** Series that somebody switched off. */
  readonly hidden: ReadonlySet<string>
  readonly theme: ChartTheme
  readonly words: ChartWords
  /** Of the chart, in pixels. */
  readonly width: number
  readonly height: number
}

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number]

export function xyOption(input: XyInput): ChartOption {
  const isTime = isOverTime(input.config.row_pivots)
  const axis = isTime ? timeAxis(input) : categoryAxis(input)
  return {
    animation: false,
    textStyle: { fontFamily: input.theme.font },
    grid: { left: 8, right: 14, top: 14, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: axis.option,
    yAxis: valueAxis(input),
    series: [
      ...(isTime ? beforeSeries(input) : []),
      ...axis.series,
      ...(isTime ? eventSeries(input) : []),
      ...thresholdSeries(input),
    ],
    tooltip: tooltip(input, axis),
  }
}

interface Axis {
  readonly option: NonNullable<ChartOption['xAxis']>
  readonly series: SeriesOption[]
  /** What is told of one place of the axis. */
  readonly titleOf: (dataIndex: number) => string
  /** From when to when that place is, on an axis of time. */
  readonly spanOf?: (dataIndex: number) => Bucket | undefined
}

const shownSeries = ({ data, hidden }: XyInput) => data.series.filter(({ name }) => !hidden.has(name))

const axisText = (theme: ChartTheme) => ({ color: theme.dimmed, fontSize: 11, fontFamily: theme.font })
const axisLine = (theme: ChartTheme) => ({ lineStyle: { color: theme.faint } })

/** Room for one label. */
const TICK_WIDTH = 86

function timeAxis(input: XyInput): Axis {
  const { data, pivot, theme, words, width } = input
  const range = pivot.effective_timerange
  const [min, max] = [Date.parse(range.from), Date.parse(range.to)]
  const buckets = timeBuckets(data.rows, range)
  const { ticks, unit } = timeTicks(min, max, words.zone, Math.max(2, Math.floor(width / TICK_WIDTH)))
  const customValues = [...ticks]
  return {
    option: {
      type: 'time',
      min,
      max,
      // A bar at the end is cut, instead of a longer axis.
      containShape: false,
      axisLine: axisLine(theme),
      axisTick: { show: true, customValues, ...axisLine(theme) },
      axisLabel: {
        ...axisText(theme),
        customValues,
        formatter: (at: number) => words.tick(at, unit),
        hideOverlap: true,
        showMinLabel: true,
        showMaxLabel: true,
      },
      splitLine: { show: false },
    },
    series: shownSeries(input).map((series) =>
      drawn(input, series, timePoints(input.config, series, buckets), buckets.length === 1),
    ),
    titleOf: (index) => {
      const bucket = buckets[index]
      return bucket === undefined ? '' : words.bucket(bucket.from, bucket.to)
    },
    spanOf: (index) => buckets[index],
  }
}

/** A bar covers its bucket; a line goes through its beginning, in steps also to the end of the last one. */
function timePoints(
  config: AggregationConfig,
  { values }: ChartSeries,
  buckets: readonly Bucket[],
): (number | null)[][] {
  const xOf = ({ from, to }: Bucket) => (config.visualization === 'bar' ? (from + to) / 2 : from)
  const points = buckets.map((bucket) => [xOf(bucket), values[bucket.row] ?? null])
  const last = buckets.at(-1)
  const hasSteps = ['line', 'area'].includes(config.visualization) && lineOf(config).interpolation === 'step-after'
  return hasSteps && last !== undefined ? [...points, [last.to, values[last.row] ?? null]] : points
}

const SLANTED_PX = 90

function categoryAxis(input: XyInput): Axis {
  const { data, config, theme, words, width, height } = input
  const names = data.rows.map((key) => keyText(key, config, words))
  const room = width / Math.max(names.length, 1)
  const isTight = room < 64
  return {
    option: {
      type: 'category',
      data: names,
      axisLine: axisLine(theme),
      axisTick: { show: false },
      axisLabel: {
        ...axisText(theme),
        // Slanted names would take more than there is.
        show: !isTight || height >= SLANTED_PX,
        hideOverlap: true,
        // Each is cut to its room, so that each has some; by itself a long one would hide all others.
        interval: isTight ? 'auto' : 0,
        rotate: isTight ? 35 : 0,
        width: isTight ? 90 : Math.max(room - 10, 40),
        overflow: 'truncate',
      },
    },
    series: shownSeries(input).map((series) => drawn(input, series, [...series.values], false)),
    titleOf: (index) => names[index] ?? '',
  }
}

export const keyText = (key: readonly string[], { row_pivots }: AggregationConfig, words: ChartWords): string =>
  joinKey(key.map((part, index) => words.key(part, row_pivots[index]?.type === 'time')))

function valueAxis({ theme, words, config, height }: XyInput): NonNullable<ChartOption['yAxis']> {
  const isDate =
    config.series.length > 0 && config.series.every((series) => words.metricType(series.function) === 'date')
  return {
    type: 'value',
    // Instants are far from zero, and zero means nothing among them.
    scale: isDate,
    splitNumber: height < 70 ? 1 : height < 160 ? 2 : 4,
    ...reachingThresholds(config),
    axisLabel: {
      ...axisText(theme),
      formatter: (value: number) => (isDate ? words.instant(value) : words.axis(value)),
    },
    splitLine: { lineStyle: { color: theme.line } },
    ...(config.series.every(({ function: text }) => words.metricType(text) === 'long') ? { minInterval: 1 } : {}),
  }
}

/** The next round number, so that the axis ends at one. */
function niceAbove(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.abs(value) || 1)) / 2
  return (Math.floor(value / step) + 1) * step
}

/** An axis as long as it needs to be for the lines to be on it. */
function reachingThresholds({ thresholds = [] }: AggregationConfig) {
  if (thresholds.length === 0) return {}
  const values = thresholds.map(({ value }) => value)
  const [least, most] = [Math.min(0, ...values), Math.max(...values)]
  return {
    // Without a number the axis ends where it would without lines.
    min: ({ min }: { readonly min: number }) => (least < Math.min(min, 0) ? least : undefined),
    max: ({ max }: { readonly max: number }) => (most >= max ? niceAbove(most) : undefined),
  }
}

type Points = (number | null)[] | (number | null)[][]

function drawn(input: XyInput, series: ChartSeries, data: Points, isLoneBucket: boolean): SeriesOption {
  const { config, theme, width } = input
  const color = input.colorOf(series.name)
  const common = { name: series.name, data, itemStyle: { color } }
  switch (config.visualization) {
    case 'bar': {
      const { barmode } = barOf(config)
      const isStacked = barmode === 'stack' || barmode === 'relative'
      return {
        ...common,
        type: 'bar',
        ...(isStacked ? { stack: 'all', stackStrategy: barmode === 'relative' ? 'samesign' : 'all' } : {}),
        barGap: barmode === 'overlay' ? '-100%' : '0%',
        barCategoryGap: '14%',
        itemStyle: { color, opacity: barmode === 'overlay' ? 0.75 : 1, borderRadius: isStacked ? 0 : [1.5, 1.5, 0, 0] },
        ...(isLoneBucket ? { barWidth: Math.max(width * 0.03, 4) } : { barMaxWidth: 96 }),
        emphasis: { focus: 'none' },
      }
    }
    case 'scatter':
      return {
        ...common,
        type: 'scatter',
        symbolSize: 7,
        itemStyle: { color, borderColor: theme.surface, borderWidth: 1 },
      }
    default: {
      const { interpolation } = lineOf(config)
      return {
        ...common,
        type: 'line',
        lineStyle: { color, width: 1.75 },
        ...(interpolation === 'step-after' ? { step: 'end' } : {}),
        ...(interpolation === 'spline' ? { smooth: 0.35, smoothMonotone: 'x' } : {}),
        ...(config.visualization === 'area' ? { areaStyle: { color, opacity: 0.22 } } : {}),
        showSymbol: hasLonePoint(series.values),
        symbol: 'circle',
        symbolSize: 5,
        emphasis: { focus: 'series' },
      }
    }
  }
}

/** A value between two gaps is no line: it needs a mark to be seen. */
const hasLonePoint = (values: readonly (number | null)[]) =>
  values.some(
    (value, index) => value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null,
  )

/** What was one range earlier, moved onto the present one and drawn behind it. */
function beforeSeries({ before, pivot, theme, words, hidden }: XyInput): SeriesOption[] {
  if (before === undefined || hidden.has(words.before)) return []
  const shift = Date.parse(pivot.effective_timerange.from) - Date.parse(before.range.from)
  const buckets = timeBuckets(before.data.rows, before.range)
  // In the middle of each bucket, where the bars are, so that both are told of together.
  const data = buckets.map(({ from, to, row }) => [
    (from + to) / 2 + shift,
    before.data.series.reduce((sum, { values }) => sum + (values[row] ?? 0), 0),
  ])
  return [
    {
      type: 'line',
      name: words.before,
      data,
      step: 'middle',
      showSymbol: false,
      silent: true,
      z: 1,
      lineStyle: { color: theme.dimmed, width: 1, type: 'dashed' },
      itemStyle: { color: theme.dimmed },
      areaStyle: { color: theme.dimmed, opacity: 0.14 },
    },
  ]
}

/** Alerts by the instant at which they happened. */
export function eventsByInstant(events: EventListResult | undefined): Map<number, string[]> {
  const byInstant = new Map<number, string[]>()
  for (const { timestamp, message } of events?.events ?? []) {
    const at = Date.parse(timestamp)
    byInstant.set(at, [...(byInstant.get(at) ?? []), message])
  }
  return byInstant
}

function eventSeries({ events, words, colorOf, hidden }: XyInput): SeriesOption[] {
  const instants = [...eventsByInstant(events).keys()]
  if (instants.length === 0 || hidden.has(words.alertsName)) return []
  const color = colorOf(words.alertsName)
  return [
    {
      type: 'scatter',
      name: words.alertsName,
      data: instants.map((at) => [at, 0]),
      symbol: 'triangle',
      symbolSize: 9,
      clip: false,
      z: 5,
      itemStyle: { color },
      markLine: {
        silent: true,
        symbol: 'none',
        animation: false,
        label: { show: false },
        lineStyle: { color, width: 1, type: 'solid' },
        data: instants.map((xAxis) => ({ xAxis })),
      },
    },
  ]
}

/** Lines across, in sight even where all values are below them. */
function thresholdSeries({ config, theme, words }: XyInput): SeriesOption[] {
  return (config.thresholds ?? []).map(({ value, color, label = '' }) => ({
    type: 'line',
    name: `${THRESHOLD}${value}`,
    // Above what it crosses, its name included.
    z: 6,
    data: [],
    silent: true,
    tooltip: { show: false },
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { color, width: 1.5, type: 'dashed' },
      label: {
        position: 'insideEndTop',
        color: theme.text,
        backgroundColor: theme.surface,
        borderRadius: 2,
        padding: [1, 3],
        fontFamily: theme.font,
        fontSize: 11,
        formatter: label === '' ? words.axis(value) : `${label} ${words.axis(value)}`,
      },
      data: [{ yAxis: value }],
    },
  }))
}
const THRESHOLD = '\u0000threshold '

/** As many as one can take in at a glance. */
const TOOLTIP_ROWS = 12

function tooltip(input: XyInput, { titleOf, spanOf }: Axis): NonNullable<ChartOption['tooltip']> {
  const { theme, words, events, hidden } = input
  const byInstant = eventsByInstant(events)
  const shown = new Map(shownSeries(input).map((series) => [series.name, series]))
  return {
    trigger: 'axis',
    ...tooltipLooks(theme),
    axisPointer: { type: 'line', lineStyle: { color: theme.dimmed, type: 'dashed' } },
    formatter: (params) => {
      const points = (Array.isArray(params) ? params : [params]).map(({ seriesName = '', dataIndex, value }) => ({
        name: seriesName,
        dataIndex,
        value: Array.isArray(value) ? value[1] : value,
        x: Array.isArray(value) ? value[0] : undefined,
      }))
      const measured = points.filter(({ name, value }) => shown.has(name) && typeof value === 'number')
      const rows: (TooltipRow & { size: number })[] = measured.map(({ name, value }) => ({
        name,
        color: input.colorOf(name),
        size: Number(value),
        value: words.metric(Number(value), shown.get(name)?.series.function ?? ''),
      }))
      rows.sort((a, b) => b.size - a.size)
      const span = spanOf?.(measured[0]?.dataIndex ?? -1)
      const pointed = points.find(({ name }) => name === words.alertsName)?.x
      const alerts = [...byInstant]
        .filter(([ms]) => ms === pointed || (span !== undefined && ms >= span.from && ms < span.to))
        .map(([ms, messages]) => ({
          name: words.alerts(messages),
          color: input.colorOf(words.alertsName),
          value: words.instant(ms),
        }))
      const before = points.flatMap(({ name, value }): TooltipRow[] => {
        if (name === words.before && typeof value === 'number')
          return [{ name, color: theme.dimmed, value: words.axis(value) }]
        return []
      })
      const cut = rows.length - TOOLTIP_ROWS
      return tooltipElement({
        title: titleOf(measured[0]?.dataIndex ?? -1),
        rows: [...rows.slice(0, TOOLTIP_ROWS), ...before, ...(hidden.has(words.alertsName) ? [] : alerts)],
        note: cut > 0 ? words.more(cut) : undefined,
      })
    },
  }
}

export const tooltipLooks = (theme: ChartTheme) => ({
  appendTo: 'body' as const,
  className: 'ly-chart-tooltip',
  backgroundColor: theme.surface,
  borderColor: theme.faint,
  borderWidth: 1,
  padding: 8,
  transitionDuration: 0,
  textStyle: { color: theme.text, fontFamily: theme.font, fontSize: 12 },
})
