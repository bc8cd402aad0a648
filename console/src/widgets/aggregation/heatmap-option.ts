/** Rows against columns, coloured by the metric's value in twenty steps. */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { HEAT_STEPS, heatColors } from '../../base/theme/chart-colors.ts'
import type { ChartOption } from '../charts/chart-option.ts'
import { tooltipElement, tooltipStyle } from '../charts/tooltip-content.ts'
import { type ChartData, joinKey } from './chart-data.ts'
import type { ChartInput } from './chart-input.ts'
import { keyText } from './key-text.ts'

export interface HeatmapInput extends Omit<ChartInput, 'colorOf' | 'hidden'> {
  /** Text for a cell without a value. */
  readonly none: string
}

const MIN_BORDERED_PX = 8
/** Axes have no labels below this height. */
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

export function heatmapOption(input: HeatmapInput): ChartOption {
  const { data, config, theme, words, width, height } = input
  const columns = data.series.map(({ name, columnKey }) =>
    config.series.length > 1
      ? name
      : joinKey(columnKey.map((part, index) => words.key(part, config.column_pivots[index]?.type === 'time'))),
  )
  const rows = data.rows.map((key) => keyText(key, config, words))
  const columnWidth = width / Math.max(columns.length, 1)
  // Borders around cells of a few pixels would cover the cells.
  const hasBorders = columnWidth >= MIN_BORDERED_PX && height / Math.max(rows.length, 1) >= MIN_BORDERED_PX
  return {
    animation: false,
    textStyle: { fontFamily: theme.font },
    grid: { left: 8, right: 12, top: 8, bottom: 6, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      ...categoryAxis(columns),
      axisLabel: { ...axisLabel(input), ...columnLabel(input, columnWidth) },
    },
    yAxis: {
      ...categoryAxis(rows),
      // The first row is at the top.
      inverse: true,
      axisLabel: { ...axisLabel(input), width: Math.min(width * 0.3, 180) },
    },
    tooltip: { trigger: 'item', ...tooltipStyle(theme), formatter: tooltipOf(input, rows, columns) },
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
    visualMap: colorScale(input),
  }
}

const categoryAxis = (data: string[]) => ({
  type: 'category' as const,
  data,
  axisTick: { show: false },
  axisLine: { show: false },
})

const axisLabel = ({ theme, height }: HeatmapInput) => ({
  color: theme.dimmed,
  fontSize: 11,
  fontFamily: theme.font,
  hideOverlap: true,
  overflow: 'truncate' as const,
  show: height >= LABELLED_PX,
})

function columnLabel({ data, config, words }: HeatmapInput, columnWidth: number) {
  const times = timesOf(data, config)
  if (times === undefined) return { rotate: columnWidth < 64 ? 35 : 0, width: columnWidth < 64 ? 90 : columnWidth - 8 }
  const isDaily = times.every((ms) => words.instant(ms).slice(11).startsWith('00:00:00'))
  return { formatter: (_: string, place: number) => words.tick(times[place] ?? 0, isDaily ? 'day' : 'minute') }
}

const tooltipOf =
  ({ data, words, none }: HeatmapInput, rows: readonly string[], columns: readonly string[]) =>
  (params: { readonly value?: unknown } | readonly { readonly value?: unknown }[]) => {
    const [one] = [params].flat()
    const value: unknown = one?.value
    if (!Array.isArray(value)) return ''
    const [x, y, measured]: unknown[] = value
    const series = data.series[Number(x)]
    const text = typeof measured === 'number' && series !== undefined ? words.metric(measured, series.series) : none
    return tooltipElement({
      title: rows[Number(y)] ?? '',
      rows: [{ name: columns[Number(x)] ?? '', value: text }],
    })
  }

function colorScale({ data, theme }: HeatmapInput) {
  const { least, most } = heatExtent(data) ?? { least: 0, most: 0 }
  return {
    type: 'piecewise' as const,
    show: false,
    dimension: 2,
    splitNumber: HEAT_STEPS,
    min: least,
    // An empty range cannot be split into steps.
    max: most === least ? least + 1 : most,
    inRange: { color: [...heatColors(theme.scheme)] },
    outOfRange: { color: theme.hover },
  }
}

/** The start times of the columns; `undefined` unless the columns are time buckets only. */
function timesOf({ series }: ChartData, config: AggregationConfig): readonly number[] | undefined {
  const [column, ...others] = config.column_pivots
  if (column?.type !== 'time' || others.length > 0 || config.series.length > 1) return undefined
  const times = series.map(({ columnKey }) => Date.parse(columnKey[0] ?? ''))
  return times.some(Number.isNaN) ? undefined : times
}
