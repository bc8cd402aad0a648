/** An aggregation's rows and values as charts need them: categories along one axis, and series of numbers. */
import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig, Series } from '@logyard/contract/views/view-state'
import { metricNumber } from '../../view-document/model/metric-number.ts'
import { parseSeries, seriesName } from '../../view-document/model/series-function.ts'

/** More series could not be told apart, and would freeze the browser. */
export const MAX_SERIES = 500

export interface ChartSeries {
  /** The text in the legend, under which colours are stored. */
  readonly name: string
  readonly series: Series
  readonly columnKey: readonly string[]
  /** One per row; `null` if there is no value. */
  readonly values: readonly (number | null)[]
}

export interface ChartData {
  /** The keys of the rows, in the order of the result. */
  readonly rows: readonly (readonly string[])[]
  readonly series: readonly ChartSeries[]
  /** Including the series that are not drawn. */
  readonly seriesTotal: number
}

const KEY_JOINT = '-'
export const joinKey = (key: readonly string[]): string => key.join(KEY_JOINT)

export function chartData(pivot: PivotResult, config: AggregationConfig): ChartData {
  const leaves = (pivot.rows ?? []).filter(({ source }) => source === 'leaf')
  const source = config.column_pivots.length > 0 ? 'col-leaf' : 'row-leaf'
  const metrics = new Map(config.series.map((series) => [seriesName(series), series]))
  const found = new Map<string, { series: Series; columnKey: readonly string[]; values: (number | null)[] }>()
  for (const [index, row] of leaves.entries()) {
    for (const value of row.values) {
      if (value.source !== source) continue
      const series = metrics.get(value.key.at(-1) ?? '')
      if (series === undefined) continue
      const id = JSON.stringify(value.key)
      const known = found.get(id) ?? { series, columnKey: value.key.slice(0, -1), values: [] }
      found.set(id, known)
      known.values[index] = metricNumber(value.value)
    }
  }
  const absent = leaves.map((row) => absentValue(row.values, config))
  const hasOneMetric = config.series.length === 1
  const series = [...found.values()].map((one) => ({
    ...one,
    name: seriesLabel(one.columnKey, one.series, hasOneMetric),
    values: absent.map((fill, index) => one.values[index] ?? fill(one.series)),
  }))
  return { rows: leaves.map(({ key }) => key), series: series.slice(0, MAX_SERIES), seriesTotal: series.length }
}

/** With a single metric the column keys are enough. */
function seriesLabel(columnKey: readonly string[], series: Series, hasOneMetric: boolean): string {
  const metric = seriesName(series)
  if (columnKey.length === 0) return metric
  return hasOneMetric ? joinKey(columnKey) : joinKey([...columnKey, metric])
}

/** A missing count is zero, unless the row was limited to its largest columns. */
function absentValue(values: NonNullable<PivotResult['rows']>[number]['values'], config: AggregationConfig) {
  const [column] = config.column_pivots
  const present = new Set(values.filter(({ source }) => source === 'col-leaf').map(({ key }) => key[0]))
  const isWhole = config.column_pivots.length === 1 && (column?.type !== 'values' || present.size < column.config.limit)
  return ({ function: text }: Series): number | null => {
    const call = parseSeries(text)
    return isWhole && (call?.type === 'count' || call?.type === 'card') ? 0 : null
  }
}
