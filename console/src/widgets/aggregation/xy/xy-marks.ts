/** Marks that are drawn beside the values: an earlier period, alerts, threshold lines. */
import type { EventListResult, PivotResult } from '@logyard/contract/search/search-results'
import { sharedFormat } from '../../../view-document/model/number-unit.ts'
import { type Bucket, timeBuckets } from '../time-buckets.ts'
import { type ValueScale, valueLimits } from './value-scale.ts'
import type { Before, SeriesOption, XyInput } from './xy-input.ts'

/** The earlier period, moved onto the current one and drawn behind it. */
export function beforeSeries({ before, pivot, theme, hidden }: XyInput, scale: ValueScale): SeriesOption[] {
  if (before === undefined || hidden.has(before.name)) return []
  // In the middle of each bucket, where the bars are, so that one tooltip shows both.
  const data = beforeSteps(before, pivot).map(({ from, to, value }) => [(from + to) / 2, scale.positionOf(value)])
  return [
    {
      type: 'line',
      name: before.name,
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

interface BeforeStep {
  readonly from: number
  readonly to: number
  readonly value: number
}

/** The earlier period, moved onto the current one. */
export function beforeSteps(before: Before, pivot: PivotResult): readonly BeforeStep[] {
  const shift = Date.parse(pivot.effective_timerange.from) - Date.parse(before.range.from)
  return beforeBuckets(before).map(({ from, to, row }) => ({
    from: from + shift,
    to: to + shift,
    value: before.data.series.reduce((sum, { values }) => sum + (values[row] ?? 0), 0),
  }))
}

/** Buckets in the earlier period, by the index of the point. */
export const beforeBuckets = ({ data, range }: Before): readonly Bucket[] => timeBuckets(data.rows, range)

/** Alerts by their instant. */
export function eventsByInstant(events: EventListResult | undefined): Map<number, string[]> {
  const byInstant = new Map<number, string[]>()
  for (const { timestamp, message } of events?.events ?? []) {
    const at = Date.parse(timestamp)
    byInstant.set(at, [...(byInstant.get(at) ?? []), message])
  }
  return byInstant
}

export function eventSeries({ events, config, words, colorOf, hidden }: XyInput, scale: ValueScale): SeriesOption[] {
  const instants = [...eventsByInstant(events).keys()]
  if (instants.length === 0 || hidden.has(words.alertsName)) return []
  const color = colorOf(words.alertsName)
  const foot = scale.positionOf(Math.max(valueLimits(config).min ?? 0, 0))
  return [
    {
      type: 'scatter',
      name: words.alertsName,
      data: instants.map((at) => [at, foot]),
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

/** Threshold lines, visible even if all values are below them. */
export function thresholdSeries({ config, theme, words }: XyInput, scale: ValueScale): SeriesOption[] {
  const format = sharedFormat(config)
  return (config.thresholds ?? []).map(({ value, color, label = '' }) => ({
    type: 'line',
    name: `${THRESHOLD}${value}`,
    // Above what it crosses, including its name.
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
        formatter: label === '' ? words.axis(value, format) : `${label} ${words.axis(value, format)}`,
      },
      data: [{ yAxis: scale.positionOf(value) }],
    },
  }))
}
const THRESHOLD = '\u0000threshold '
