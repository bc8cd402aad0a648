/** From a click on a chart to the data there: the keys of a row and of a series. */
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { isOverTime } from '../../view-document/model/aggregation-config.ts'
import type { ChartClick } from '../charts/chart-click.ts'
import type { ChartData, ChartSeries } from './chart-data.ts'
import type { MapPoint } from './map-points.ts'
import type { Bucket } from './time-buckets.ts'

/** A row, a series, or one of each. */
export interface ChartPlace {
  readonly row: readonly string[] | undefined
  readonly series: ChartSeries | undefined
}

/** A click this close to a line means the line. */
const NEAR_PX = 18

interface XyPlaces {
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly buckets: readonly Bucket[]
  readonly hidden: ReadonlySet<string>
}

/** A bar, a point, or the space beside them: within a bucket, the nearest line counts. */
export function xyPlace(
  { mark, plot }: ChartClick,
  { data, config, buckets, hidden }: XyPlaces,
): ChartPlace | undefined {
  const shown = data.series.filter(({ name }) => !hidden.has(name))
  const hit = shown.find(({ name }) => name === mark?.seriesName)
  const isTime = isOverTime(config.row_pivots)
  const rowAt = (index: number) => data.rows[isTime ? (buckets[Math.min(index, buckets.length - 1)]?.row ?? -1) : index]
  if (hit !== undefined && mark !== undefined) return { row: rowAt(mark.dataIndex), series: hit }
  if (plot === undefined) return undefined
  const bucket = isTime ? buckets.find(({ from, to }) => plot.x >= from && plot.x < to) : undefined
  const index = isTime ? bucket?.row : Math.round(plot.x)
  const row = index === undefined ? undefined : data.rows[index]
  if (row === undefined || index === undefined) return undefined
  const near = shown.map((series) => ({ series, distance: plot.distance(series.values[index] ?? null) }))
  const [nearest] = near.filter(({ distance }) => distance <= NEAR_PX).sort((a, b) => a.distance - b.distance)
  return { row, series: nearest?.series ?? (shown.length === 1 ? shown[0] : undefined) }
}

/** A slice: its name is that of its row. */
export function piePlace({ mark }: ChartClick, data: ChartData, names: readonly string[]): ChartPlace | undefined {
  const row = mark === undefined ? undefined : data.rows[names.indexOf(mark.name)]
  return row && { row, series: data.series[mark?.seriesIndex ?? 0] }
}

/** A cell: the series are the columns. */
export function heatPlace({ mark }: ChartClick, data: ChartData): ChartPlace | undefined {
  const value: unknown = mark?.value
  if (!Array.isArray(value)) return undefined
  const [x, y]: unknown[] = value
  const row = data.rows[Number(y)]
  return row && { row, series: data.series[Number(x)] }
}

export function mapPlace({ mark }: ChartClick, data: ChartData, points: readonly MapPoint[]): ChartPlace | undefined {
  if (mark === undefined) return undefined
  const point = points.filter(({ series }) => data.series[series]?.name === mark.seriesName)[mark.dataIndex]
  const row = point && data.rows[point.row]
  return row && { row, series: data.series[point.series] }
}
