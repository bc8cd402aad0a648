/** What the console knows about widgets beyond the contract's types: their kind, result and options. */

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

/** The part of an execution's result that belongs to one widget. */
export interface WidgetResult {
  /** Results by the name of the search type, or by its id if it has no name, as in searches of other clients. */
  readonly results: Readonly<Record<string, SearchTypeResult>>
  /** The widget's own errors; without any result also those of the whole query. */
  readonly errors: readonly SearchError[]
  /** A newer result is loading; the old one stays visible. */
  readonly isLoading: boolean
  /** The search was stopped before the result was complete. */
  readonly isStopped?: boolean
  /** Shards of the message store that did not respond: their messages are missing. */
  readonly missingShards?: readonly number[]
  /** Not executed until every parameter has a value. */
  readonly missing?: ParameterGaps
  /** Not executed: it reads this many streams that the user may not read. */
  readonly hiddenStreams?: number
}

/** The result of the aggregation, its trend or its previous period. */
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

/** The options of each visualization, with defaults if none are stored. */
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

export const errorsOf = ({ errors }: QueryResult, searchTypeIds: readonly string[]): readonly SearchError[] =>
  errors.filter(({ search_type_id: id }) => id !== undefined && searchTypeIds.includes(id))

export const isCancellation = ({ code }: SearchError): boolean => code === 'search-cancelled'

/** Picks a widget's results by name and its errors from the result of a query. */
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
  const { missing_shards: missingShards } = query.execution_stats
  const found = { results, isLoading, ...(missingShards && { missingShards }) }
  const all = errorsOf(query, searchTypeIds)
  const own = all.filter((error) => !isCancellation(error))
  if (own.length < all.length) return { ...found, errors: own, isStopped: true }
  const ofAll = query.errors.filter(({ search_type_id: id }) => id === undefined)
  const isEmpty = Object.keys(results).length === 0 && searchTypeIds.length > 0
  return { ...found, errors: isEmpty ? [...own, ...ofAll] : own }
}
