/** Where everything in a histogram is drawn, in pixels. */
import { sharedFormat } from '../../view-document/model/number-unit.ts'
import { type Bucket, timeBuckets } from '../aggregation/time-buckets.ts'
import type { XyInput } from '../aggregation/xy/xy-input.ts'
import type { Plot } from '../charts/plot.ts'
import { timeTicks } from '../charts/time-ticks.ts'

interface HistogramPart {
  readonly name: string
  readonly value: number
  readonly top: number
  readonly bottom: number
}

/** The bar of one bucket, with its parts from the axis upwards. */
export interface HistogramBar {
  readonly bucket: Bucket
  readonly left: number
  readonly right: number
  readonly parts: readonly HistogramPart[]
}

export interface HistogramPlot extends Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly bars: readonly HistogramBar[]
  /** Labels of the axes. */
  readonly times: readonly { readonly x: number; readonly text: string }[]
  readonly counts: readonly { readonly y: number; readonly text: string }[]
  readonly xOf: (ms: number) => number
}

const TOP = 14
const END = 14
/** The line of times, with its ticks. */
const BELOW = 25
const LABEL_GAP = 8
/** About the width of a digit. */
const CHARACTER = 7
const LABEL_ROOM = 86
/** Between bars, as a share of a bucket. */
const SPACE = 0.14
const WIDEST = 96

export function histogramPlot(input: XyInput): HistogramPlot {
  const { pivot, data, words, width, height, config } = input
  const range = pivot.effective_timerange
  const [fromMs, toMs] = [Date.parse(range.from), Date.parse(range.to)]
  const steps = countSteps(highest(input), height)
  const format = sharedFormat(config)
  const texts = steps.map((value) => words.axis(value, format))
  const left = LABEL_GAP + Math.max(...texts.map((text) => text.length)) * CHARACTER + LABEL_GAP
  const right = Math.max(width - END, left + 1)
  const bottom = Math.max(height - BELOW, TOP + 1)
  const most = steps.at(-1) ?? 1
  const perMs = (right - left) / Math.max(toMs - fromMs, 1)
  const xOf = (ms: number) => left + (ms - fromMs) * perMs
  const yOf = (value: number) => bottom - (value / most) * (bottom - TOP)
  const { ticks, unit } = timeTicks(fromMs, toMs, words.zone, Math.max(2, Math.floor(width / LABEL_ROOM)))
  return {
    left,
    right,
    top: TOP,
    bottom,
    xOf,
    yOf,
    xAt: (x) => fromMs + (x - left) / perMs,
    contains: (x, y) => x >= left && x <= right && y >= TOP && y <= bottom,
    bars: timeBuckets(data.rows, range).map((bucket) => barOf(input, bucket, xOf, yOf)),
    times: ticks.map((ms) => ({ x: xOf(ms), text: words.tick(ms, unit) })),
    counts: steps.map((value, index) => ({ y: yOf(value), text: texts[index] ?? '' })),
  }
}

function barOf({ data }: XyInput, bucket: Bucket, xOf: Plot['yOf'], yOf: Plot['yOf']): HistogramBar {
  const [from, to] = [xOf(bucket.from), xOf(bucket.to)]
  const half = Math.min(Math.max((to - from) * (1 - SPACE), 1), WIDEST) / 2
  const middle = (from + to) / 2
  let sum = 0
  const parts = data.series.flatMap(({ name, values }) => {
    const value = values[bucket.row] ?? 0
    if (value <= 0) return []
    const bottom = yOf(sum)
    sum += value
    return [{ name, value, bottom, top: yOf(sum) }]
  })
  return { bucket, left: middle - half, right: middle + half, parts }
}

/** The highest value that has to be in sight. */
function highest({ data, before, config }: XyInput): number {
  const sums = (series: typeof data.series, rows: number) =>
    Array.from({ length: rows }, (_, row) => series.reduce((sum, { values }) => sum + (values[row] ?? 0), 0))
  return Math.max(
    0,
    ...sums(data.series, data.rows.length),
    ...(before === undefined ? [] : sums(before.data.series, before.data.rows.length)),
    ...(config.thresholds ?? []).map(({ value }) => value),
  )
}

/** Round counts from zero to the first one that is not below the highest value. */
export function countSteps(most: number, height: number): readonly number[] {
  const wanted = height < 70 ? 1 : height < 160 ? 2 : 4
  const step = Math.max(roundStep(most / wanted), 1)
  return Array.from({ length: Math.max(Math.ceil(most / step), 1) + 1 }, (_, index) => index * step)
}

function roundStep(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const share = value / power
  return power * (share <= 1.5 ? 1 : share <= 2.5 ? 2 : share < 4 ? 3 : share < 7 ? 5 : 10)
}
