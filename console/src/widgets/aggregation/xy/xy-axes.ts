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
import { isDateAxis, type ValueScale, valueLimits } from './value-scale.ts'
import { type SeriesOption, shownSeries, type XyInput } from './xy-input.ts'
import { drawnSeries } from './xy-series.ts'
import { dashedSeries, splitUnfinished } from './xy-unfinished.ts'

export interface Axis {
  readonly option: NonNullable<ChartOption['xAxis']>
  readonly series: SeriesOption[]
  /** The tooltip title of a position of the axis. */
  readonly titleOf: (dataIndex: number) => string
  /** The row of a position. */
  readonly rowOf: (dataIndex: number) => number | undefined
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
    // A line in steps has one more point, at the end of its last interval.
    rowOf: (index) => buckets[Math.min(index, buckets.length - 1)]?.row,
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
    rowOf: (index) => index,
  }
}

export function valueAxis(
  { theme, words, config, height }: XyInput,
  scale: ValueScale,
): NonNullable<ChartOption['yAxis']> {
  const format = sharedFormat(config)
  const isDate = isDateAxis(config, words)
  const customValues = scale.ticks?.map(scale.positionOf)
  return {
    type: 'value',
    scale: isDate,
    splitNumber: height < 70 ? 1 : height < 160 ? 2 : 4,
    ...(isDate ? reachingThresholds(config, scale) : limitsOf(config, scale)),
    ...(customValues === undefined ? {} : { axisTick: { show: false, customValues } }),
    axisLabel: {
      ...axisText(theme),
      formatter: (at: number) => {
        const value = scale.isLogarithmic ? Number(scale.valueAt(at).toPrecision(3)) : at
        return isDate ? words.instant(value) : words.axis(value, format)
      },
      ...(customValues === undefined ? {} : { customValues, hideOverlap: true }),
    },
    splitLine: { lineStyle: { color: theme.line } },
    ...(!scale.isLogarithmic && config.series.every(({ function: text }) => words.metricType(text) === 'long')
      ? { minInterval: 1 }
      : {}),
  }
}

interface Extent {
  readonly min: number
  readonly max: number
}

/** The ends of an axis without limits; `undefined` where ECharts chooses them. */
interface AutomaticEnds {
  readonly min?: (drawn: Extent) => number | undefined
  readonly max?: (drawn: Extent) => number | undefined
}

/** The limits of the widget. Where there is one at one end only, the other still leaves room, whatever the values. */
function limitsOf(config: AggregationConfig, scale: ValueScale) {
  const { min, max } = valueLimits(config)
  const automatic: AutomaticEnds = reachingThresholds(config, scale)
  const [low, high] = [min, max].map((limit) => limit && scale.positionOf(limit))
  const room = Math.max(Math.abs(low ?? high ?? 0) * 0.1, 1)
  return {
    ...automatic,
    ...(low !== undefined && {
      min: low,
      max: (drawn: Extent) => (drawn.max <= low ? low + room : automatic.max?.(drawn)),
    }),
    ...(high !== undefined && {
      min: low ?? ((drawn: Extent) => (Math.min(drawn.min, 0) >= high ? high - room : automatic.min?.(drawn))),
      max: high,
    }),
  }
}

/** The next round number, for the end of the axis. */
function niceAbove(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.abs(value) || 1)) / 2
  return (Math.floor(value / step) + 1) * step
}

/** Extends the axis so that all threshold lines are visible. A logarithmic axis ends with the values or lines. */
function reachingThresholds({ thresholds = [] }: AggregationConfig, scale: ValueScale) {
  if (thresholds.length === 0 && !scale.isLogarithmic) return {}
  const positions = [0, ...thresholds.map(({ value }) => scale.positionOf(value))]
  const [least, most] = [Math.min(...positions), Math.max(...positions)]
  if (scale.isLogarithmic) {
    return {
      min: ({ min }: Extent) => Math.min(least, min) * LOGARITHMIC_ROOM,
      max: ({ max }: Extent) => Math.max(most, max, LOGARITHMIC_LEAST) * LOGARITHMIC_ROOM,
    }
  }
  return {
    // Without a value the axis ends where it would without lines.
    min: ({ min }: Extent) => (least < Math.min(min, 0) ? least : undefined),
    max: ({ max }: Extent) => (most >= max ? niceAbove(most) : undefined),
  }
}

const LOGARITHMIC_ROOM = 1.03
/** The position of the second label. */
const LOGARITHMIC_LEAST = Math.log10(11)
