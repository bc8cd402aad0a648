/** What the console needs to know of widgets beyond the contract's types: which kind, its result, its title. */

import type { SearchError } from '@logyard/contract/search-jobs'
import type {
  EventListResult,
  MessageListResult,
  PivotResult,
  SearchTypeResult,
} from '@logyard/contract/search-results'
import type { AggregationWidget, MessagesWidget, Widget } from '@logyard/contract/view-state'

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
}

/** What the aggregation, its trend and its alerts came to. */
export function pivotResult(result: WidgetResult, name: 'chart' | 'trend' = 'chart'): PivotResult | undefined {
  const named = result.results[name]
  if (named?.type === 'pivot') return named
  if (name === 'trend') return undefined
  return Object.values(result.results).find((one) => one.type === 'pivot')
}

export const messagesResult = (result: WidgetResult): MessageListResult | undefined =>
  Object.values(result.results).find((one) => one.type === 'messages')

export const eventsResult = (result: WidgetResult): EventListResult | undefined =>
  Object.values(result.results).find((one) => one.type === 'events')
