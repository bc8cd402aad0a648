/** The axes: times or names along the one, numbers along the other, and the series along the first. */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { sharedFormat } from '../../../view-document/model/number-unit.ts'
import { lineOf } from '../../../view-document/model/view-model.ts'
import type { ChartOption } from '../../charts/chart-option.ts'
import type { ChartTheme } from '../../charts/chart-theme.ts'
import { timeTicks } from '../../charts/time-ticks.ts'
import type { ChartSeries } from '../chart-data.ts'
import { keyText } from '../key-text.ts'
import { type Bucket, timeBuckets } from '../time-buckets.ts'
import { type SeriesOption, shownSeries, type XyInput } from './xy-input.ts'
import { drawnSeries } from './xy-series.ts'
import { dashedSeries, splitUnfinished } from './xy-unfinished.ts'

export interface Axis {
  readonly option: NonNullable<ChartOption['xAxis']>
  readonly series: SeriesOption[]
  /** The tooltip title of a position of the axis. */
  readonly titleOf: (dataIndex: number) => string
  /** The start and end of a position, on a time axis. */
  readonly spanOf?: (dataIndex: number) => Bucket | undefined
}

const axisText = (theme: ChartTheme) => ({ color: theme.dimmed, fontSize: 11, fontFamily: theme.font })
const axisLine = (theme: ChartTheme) => ({ lineStyle: { color: theme.faint } })

/** The width of one label. */
const TICK_WIDTH = 86

export function timeAxis(input: XyInput): Axis {
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
      // A bar at the end is clipped rather than extending the axis.
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
    series: shownSeries(input).flatMap((series) => overTime(input, series, buckets)),
    titleOf: (index) => {
      const bucket = buckets[index]
      return bucket === undefined ? '' : words.bucket(bucket.from, bucket.to)
    },
    spanOf: (index) => buckets[index],
  }
}

/** Lines and areas have dashes where an interval is cut by the range: its values are lower only because it is shorter. */
function overTime(input: XyInput, series: ChartSeries, buckets: readonly Bucket[]): SeriesOption[] {
  const { config, pivot } = input
  const points = timePoints(config, series, buckets)
  const isLone = buckets.length === 1
  if (!isDrawnAsLine(config) || isLone) return [drawnSeries(input, series, points, isLone)]
  const { finished, unfinished } = splitUnfinished(points, buckets, pivot.effective_timerange)
  const drawn = drawnSeries(input, series, finished, false)
  return unfinished === undefined ? [drawn] : [drawn, dashedSeries(drawn, series.name, unfinished)]
}

/** A bar covers its bucket; a line goes through its start, and in steps to the end of the last one. */
function timePoints(
  config: AggregationConfig,
  { values }: ChartSeries,
  buckets: readonly Bucket[],
): (number | null)[][] {
  const xOf = ({ from, to }: Bucket) => (config.visualization === 'bar' ? (from + to) / 2 : from)
  const points = buckets.map((bucket) => [xOf(bucket), values[bucket.row] ?? null])
  const last = buckets.at(-1)
  const hasSteps = isDrawnAsLine(config) && lineOf(config).interpolation === 'step-after'
  return hasSteps && last !== undefined ? [...points, [last.to, values[last.row] ?? null]] : points
}

const isDrawnAsLine = ({ visualization }: AggregationConfig) => visualization === 'line' || visualization === 'area'

const SLANTED_PX = 90

export function categoryAxis(input: XyInput): Axis {
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
        // There is not enough height for slanted names.
        show: !isTight || height >= SLANTED_PX,
        hideOverlap: true,
        // Truncate each name to its share; otherwise one long name would hide all others.
        interval: isTight ? 'auto' : 0,
        rotate: isTight ? 35 : 0,
        width: isTight ? 90 : Math.max(room - 10, 40),
        overflow: 'truncate',
      },
    },
    series: shownSeries(input).map((series) => drawnSeries(input, series, [...series.values], false)),
    titleOf: (index) => names[index] ?? '',
  }
}

export function valueAxis({ theme, words, config, height }: XyInput): NonNullable<ChartOption['yAxis']> {
  const format = sharedFormat(config)
  const isDate =
    config.series.length > 0 && config.series.every((series) => words.metricType(series.function) === 'date')
  return {
    type: 'value',
    // Instants are far from zero, and zero has no meaning for them.
    scale: isDate,
    splitNumber: height < 70 ? 1 : height < 160 ? 2 : 4,
    ...reachingThresholds(config),
    axisLabel: {
      ...axisText(theme),
      formatter: (value: number) => (isDate ? words.instant(value) : words.axis(value, format)),
    },
    splitLine: { lineStyle: { color: theme.line } },
    ...(config.series.every(({ function: text }) => words.metricType(text) === 'long') ? { minInterval: 1 } : {}),
  }
}

/** The next round number, for the end of the axis. */
function niceAbove(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.abs(value) || 1)) / 2
  return (Math.floor(value / step) + 1) * step
}

/** Extends the axis so that all threshold lines are visible. */
function reachingThresholds({ thresholds = [] }: AggregationConfig) {
  if (thresholds.length === 0) return {}
  const values = thresholds.map(({ value }) => value)
  const [least, most] = [Math.min(0, ...values), Math.max(...values)]
  return {
    // Without a value the axis ends where it would without lines.
    min: ({ min }: { readonly min: number }) => (least < Math.min(min, 0) ? least : undefined),
    max: ({ max }: { readonly max: number }) => (most >= max ? niceAbove(most) : undefined),
  }
}
