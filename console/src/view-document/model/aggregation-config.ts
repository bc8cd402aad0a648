/** The rules that a valid aggregation config obeys, and changes that preserve them. */
import type {
  AggregationConfig,
  Series,
  SortConfig,
  ValueAxis,
  Visualization,
  VisualizationConfig,
  WidgetPivot,
} from '@logyard/contract/views/view-state'
import { parseSeries } from './series-function.ts'

const DEFAULT_VALUES = 15

export const emptyAggregation: AggregationConfig = {
  row_pivots: [],
  column_pivots: [],
  series: [],
  sort: [],
  visualization: 'table',
  visualization_config: null,
  formatting_settings: null,
  rollup: true,
  event_annotation: false,
}

export const countSeries: Series = { function: 'count()', config: { name: null } }
export const seriesOf = (text: string, name: string | null = null): Series => ({ function: text, config: { name } })

export const timePivot = (field: string): WidgetPivot => ({
  field,
  type: 'time',
  config: { interval: { type: 'auto', scaling: 1 } },
})
export const valuesPivot = (field: string, limit = DEFAULT_VALUES): WidgetPivot => ({
  field,
  type: 'values',
  config: { limit },
})
/** Time fields are grouped by intervals, all others by values. */
export const pivotOf = (field: string, type: string): WidgetPivot =>
  type === 'date' ? timePivot(field) : valuesPivot(field)

/** Normalises a config: sorts only by existing columns, and requests totals if nothing else would be requested. */
export function settledConfig(config: AggregationConfig): AggregationConfig {
  const sort = config.sort.filter((one) => isSortable(config, one)).slice(0, 1)
  return {
    ...config,
    sort,
    rollup: config.rollup || config.column_pivots.length === 0,
    event_annotation: config.event_annotation && takesEvents(config),
  }
}

/** The first grouping of a config without metrics is counted. */
export const withCount = (before: AggregationConfig, after: AggregationConfig): AggregationConfig => {
  const isFirst = groupings(before) === 0 && groupings(after) > 0
  return isFirst && after.series.length === 0 ? { ...after, series: [countSeries] } : after
}
const groupings = ({ row_pivots, column_pivots }: AggregationConfig) => row_pivots.length + column_pivots.length

const isSortable = (
  { row_pivots, column_pivots, series, formulas = [] }: AggregationConfig,
  { type, field }: SortConfig,
) =>
  type === 'series'
    ? series.some((one) => one.function === field) || formulas.some(({ formula }) => formula === field)
    : [...row_pivots, ...column_pivots].some((pivot) => pivot.field === field)

/** Alerts can only be shown on a time axis. */
export const takesEvents = ({ visualization, row_pivots }: AggregationConfig): boolean =>
  ['bar', 'line', 'scatter', 'area'].includes(visualization) && isOverTime(row_pivots)

/** Grouped by the message's timestamp alone: the axis is the searched range. */
export const isOverTime = (row_pivots: AggregationConfig['row_pivots']): boolean =>
  row_pivots.length === 1 && row_pivots[0]?.type === 'time' && row_pivots[0].field === 'timestamp'

/** Another visualization starts with its default options. */
export const withVisualization = (config: AggregationConfig, visualization: Visualization): AggregationConfig =>
  visualization === config.visualization ? config : { ...config, visualization, visualization_config: null }

export function withOptions(config: AggregationConfig, options: VisualizationConfig): AggregationConfig {
  return { ...config, visualization_config: options }
}

/** Without an axis of its own, a chart has an automatic one. */
export function withValueAxis(config: AggregationConfig, axis: ValueAxis | undefined): AggregationConfig {
  const { value_axis: _, ...others } = config
  return axis === undefined ? others : { ...others, value_axis: axis }
}

/** Why a visualization cannot show the config; `undefined` if it can. */
export type Missing = 'row' | 'row-and-column' | 'two-groupings' | 'series' | 'sum'
export function missingFor({
  visualization,
  row_pivots,
  column_pivots,
  series,
}: AggregationConfig): Missing | undefined {
  switch (visualization) {
    case 'table':
      return undefined
    case 'numeric':
      return series.length === 0 ? 'series' : undefined
    case 'heatmap':
      if (row_pivots.length === 0 || column_pivots.length === 0) return 'row-and-column'
      return series.length === 0 ? 'series' : undefined
    case 'sankey':
      if (row_pivots.length + column_pivots.length < 2) return 'two-groupings'
      if (series.length === 0) return 'series'
      return addsUp(series) ? undefined : 'sum'
    default:
      if (row_pivots.length === 0) return 'row'
      return series.length === 0 ? 'series' : undefined
  }
}

/** Counts and sums of groups are those of all their messages together; averages are not. The first metric is drawn. */
const addsUp = ([first]: readonly Series[]): boolean =>
  ['count', 'sum', 'sumofsquares'].includes(parseSeries(first?.function ?? '')?.type ?? '')

/** All other types are text. */
export const isChart = ({ visualization }: AggregationConfig): boolean =>
  visualization !== 'table' && visualization !== 'numeric'

export const isEmptyAggregation = ({ row_pivots, column_pivots, series }: AggregationConfig): boolean =>
  row_pivots.length === 0 && column_pivots.length === 0 && series.length === 0
