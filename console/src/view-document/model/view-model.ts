/** What the console needs to know of widgets beyond the contract's types: which kind, its result, its title. */

import type { QueryResult, SearchError } from '@logyard/contract/search/search-jobs'
import type {
  EventListResult,
  MessageListResult,
  PivotResult,
  SearchTypeResult,
} from '@logyard/contract/search/search-results'
import type {
  AggregationConfig,
  AggregationWidget,
  BarVisualizationConfig,
  LineVisualizationConfig,
  MapVisualizationConfig,
  MessagesWidget,
  NumericVisualizationConfig,
  Widget,
} from '@logyard/contract/views/view-state'
import type { ParameterGaps } from '../parameters/parameters.ts'

export const isAggregation = (widget: Widget): widget is AggregationWidget => widget.type === 'aggregation'
export const isMessages = (widget: Widget): widget is MessagesWidget => widget.type === 'messages'

/** A widget's share of an execution. */
export interface WidgetResult {
  /** By the name of the search type, or by its id where it has none (in searches of old). */
  readonly results: Readonly<Record<string, SearchTypeResult>>
  /** Its own errors; without any result also those of the whole query. */
  readonly errors: readonly SearchError[]
  /** A newer result is on its way; the old one stays shown. */
  readonly isLoading: boolean
  /** It is not asked before its parameters have values. */
  readonly missing?: ParameterGaps
}

/** What the aggregation, its trend and its alerts came to. */
export function pivotResult(
  result: WidgetResult,
  name: 'chart' | 'trend' | 'before' = 'chart',
): PivotResult | undefined {
  const named = result.results[name]
  if (named?.type === 'pivot') return named
  if (name !== 'chart') return undefined
  return Object.values(result.results).find((one) => one.type === 'pivot')
}

export const messagesResult = (result: WidgetResult): MessageListResult | undefined =>
  Object.values(result.results).find((one) => one.type === 'messages')

export const eventsResult = (result: WidgetResult): EventListResult | undefined =>
  Object.values(result.results).find((one) => one.type === 'events')

/** The options of each visualization, with what is meant where none are stored. */
export function barOf({ visualization_config: options }: AggregationConfig): BarVisualizationConfig {
  return options !== null && 'barmode' in options ? options : { barmode: 'group' }
}
export function lineOf({ visualization_config: options }: AggregationConfig): LineVisualizationConfig {
  return options !== null && 'interpolation' in options ? options : { interpolation: 'linear' }
}
export function trendOf({
  visualization,
  visualization_config: options,
}: AggregationConfig): NumericVisualizationConfig {
  return visualization === 'numeric' && options !== null && 'trend' in options
    ? options
    : { trend: false, trend_preference: 'NEUTRAL' }
}
export function mapOf({ visualization_config: options }: AggregationConfig): MapVisualizationConfig {
  return options !== null && 'viewport' in options ? options : { viewport: { center_x: 0, center_y: 0, zoom: 1 } }
}

/** A widget's share of a query's result: what its search types came to, by name, and why something is missing. */
export function widgetResult(
  query: QueryResult | undefined,
  searchTypeIds: readonly string[] | undefined,
  isLoading: boolean,
): WidgetResult {
  if (query === undefined || searchTypeIds === undefined) return { results: {}, errors: [], isLoading }
  const results: Record<string, SearchTypeResult> = {}
  for (const id of searchTypeIds) {
    const result = query.search_types[id]
    if (result !== undefined) results[result.name ?? id] = result
  }
  const own = query.errors.filter(({ search_type_id: id }) => id !== undefined && searchTypeIds.includes(id))
  const ofAll = query.errors.filter(({ search_type_id: id }) => id === undefined)
  const isEmpty = Object.keys(results).length === 0 && searchTypeIds.length > 0
  return { results, errors: isEmpty ? [...own, ...ofAll] : own, isLoading }
}
