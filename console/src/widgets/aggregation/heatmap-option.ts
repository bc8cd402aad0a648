/** Rows against columns, coloured by the metric's value in twenty steps. */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { HEAT_STEPS, heatColors } from '../../base/theme/chart-colors.ts'
import type { ChartOption } from '../charts/chart-option.ts'
import type { ChartTheme } from '../charts/chart-theme.ts'
import { tooltipElement } from '../charts/tooltip-content.ts'
import { tooltipLooks } from '../charts/tooltip-looks.ts'
import { type ChartData, joinKey } from './chart-data.ts'
import type { ChartWords } from './chart-words.ts'
import { keyText } from './key-text.ts'

export interface HeatmapInput {
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly theme: ChartTheme
  readonly words: ChartWords
  readonly none: string
  readonly width: number
  readonly height: number
}

const MIN_BORDERED_PX = 8
/** Below this height there is room for the cells alone. */
const LABELLED_PX = 90

export interface HeatExtent {
  readonly least: number
  readonly most: number
}

export function heatExtent(data: ChartData): HeatExtent | undefined {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const { values } of data.series)
    for (const value of values) {
      if (value === null) continue
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
  return least > most ? undefined : { least, most }
}

export function heatmapOption({ data, config, theme, words, none, width, height }: HeatmapInput): ChartOption {
  const extent = heatExtent(data)
  const columns = data.series.map(({ name, columnKey }) =>
    config.series.length > 1
      ? name
      : joinKey(columnKey.map((part, index) => words.key(part, config.column_pivots[index]?.type === 'time'))),
  )
  const rows = data.rows.map((key) => keyText(key, config, words))
  const label = {
    color: theme.dimmed,
    fontSize: 11,
    fontFamily: theme.font,
    hideOverlap: true,
    overflow: 'truncate',
  } as const
  const room = width / Math.max(columns.length, 1)
  // A border around cells of a few pixels would be all that is seen of them.
  const hasBorders = room >= MIN_BORDERED_PX && height / Math.max(rows.length, 1) >= MIN_BORDERED_PX
  const times = timesOf(data, config)
  const isDaily = times?.every((ms) => words.instant(ms).slice(11).startsWith('00:00:00')) === true
  const columnLabel =
    times === undefined
      ? { rotate: room < 64 ? 35 : 0, width: room < 64 ? 90 : room - 8 }
      : { formatter: (_: string, place: number) => words.tick(times[place] ?? 0, isDaily ? 'day' : 'minute') }
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    grid: { left: 8, right: 12, top: 8, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: columns,
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { ...label, ...columnLabel, show: height >= LABELLED_PX },
    },
    yAxis: {
      type: 'category',
      data: rows,
      // The first row of the result is the first one to read.
      inverse: true,
      axisTick: { show: false },
      axisLine: { show: false },
      axisLabel: { ...label, width: Math.min(width * 0.3, 180), show: height >= LABELLED_PX },
    },
    tooltip: {
      trigger: 'item',
      ...tooltipLooks(theme),
      formatter: (params) => {
        const [one] = Array.isArray(params) ? params : [params]
        const value: unknown = one?.value
        if (!Array.isArray(value)) return ''
        const [x, y, measured]: unknown[] = value
        const series = data.series[Number(x)]
        const text = typeof measured === 'number' ? words.metric(measured, series?.series.function ?? '') : none
        return tooltipElement({
          title: rows[Number(y)] ?? '',
          rows: [{ name: columns[Number(x)] ?? '', value: text }],
        })
      },
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: theme.surface, borderWidth: hasBorders ? 1 : 0 },
        emphasis: { itemStyle: { borderColor: theme.text, borderWidth: 1.5 } },
        data: data.series.flatMap(({ values }, x) =>
          values.map((value, y): (number | string)[] => [x, y, value ?? '-']),
        ),
      },
    ],
    visualMap: {
      type: 'piecewise',
      show: false,
      dimension: 2,
      splitNumber: HEAT_STEPS,
      min: extent?.least ?? 0,
      // A range without length has no steps.
      max: extent === undefined || extent.most === extent.least ? (extent?.least ?? 0) + 1 : extent.most,
      inRange: { color: [...heatColors] },
      outOfRange: { color: theme.hover },
    },
  }
}

/** When the columns begin, where they are times: then the clock is enough to tell them apart. */
function timesOf({ series }: ChartData, config: AggregationConfig): readonly number[] | undefined {
  const [column, ...others] = config.column_pivots
  if (column?.type !== 'time' || others.length > 0 || config.series.length > 1) return undefined
  const times = series.map(({ columnKey }) => Date.parse(columnKey[0] ?? ''))
  return times.some(Number.isNaN) ? undefined : times
}
