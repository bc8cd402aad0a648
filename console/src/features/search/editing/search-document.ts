/** What a search page edits: one query, the page of widgets below it, and the parameters that its texts use. */

import type { Decorator } from '@logyard/contract/search/decorators'
import { OFF_FILTER, type SearchFilter } from '@logyard/contract/search/search-types'
import type { Parameter, Search, SearchQuery } from '@logyard/contract/search/searches'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import type { ViewState, WidgetPosition } from '@logyard/contract/views/view-state'
import type { View } from '@logyard/contract/views/views'
import { DEFAULT_RANGE, isSameRange } from '../../../query/time-range/time-range.ts'
import type { NewWidget } from '../../../view-document/actions/search-actions.ts'
import { histogram, messagesConfig } from '../../../view-document/editing/new-widgets.ts'
import { emptyViewState, withNewWidget } from '../../../view-document/editing/view-changes.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import { withoutSteps } from './saved-steps.ts'

export type QueryFilter = Extract<SearchFilter, { readonly query: string }>

export interface QuerySettings {
  readonly text: string
  /** The steps, from the first `|` on; empty for a list of messages. */
  readonly steps: string
  readonly timerange: TimeRange
  /** Empty: all streams that the user may read. */
  readonly streams: readonly string[]
  /** The queries that must match besides the text, and those that are switched off. */
  readonly otherFilters: readonly QueryFilter[]
}

export interface SearchDocument {
  readonly queryId: string
  readonly query: QuerySettings
  readonly page: ViewState
  readonly parameters: readonly Parameter[]
}

export function isSameQuery(a: QuerySettings, b: QuerySettings): boolean {
  return (
    a.text === b.text &&
    a.steps === b.steps &&
    isSameRange(a.timerange, b.timerange) &&
    a.streams.join() === b.streams.join() &&
    isSameFilters(a.otherFilters, b.otherFilters)
  )
}

export const isSameFilters = (a: readonly QueryFilter[], b: readonly QueryFilter[]): boolean =>
  JSON.stringify(a.map(({ type, query }) => [type, query])) ===
  JSON.stringify(b.map(({ type, query }) => [type, query]))

/** The streams in a filter, and its other parts. */
function splitFilter(filter: SearchFilter | null | undefined): Pick<QuerySettings, 'streams' | 'otherFilters'> {
  if (filter === null || filter === undefined) return { streams: [], otherFilters: [] }
  switch (filter.type) {
    case 'stream':
      return { streams: [filter.id], otherFilters: [] }
    case 'query_string':
    case OFF_FILTER:
      return { streams: [], otherFilters: [filter] }
    default: {
      const parts = (filter.filters ?? []).map(splitFilter)
      return {
        streams: [...new Set(parts.flatMap(({ streams }) => streams))],
        otherFilters: parts.flatMap(({ otherFilters }) => otherFilters),
      }
    }
  }
}

/** The queries of the filters that are on. */
export const queriesIn = ({ otherFilters }: QuerySettings): readonly string[] =>
  otherFilters.flatMap((filter) => (filter.type === 'query_string' ? [filter.query] : []))

/** The filter of a query; `undefined` if it has none. */
export function filterOf({ streams, otherFilters }: QuerySettings): SearchFilter | undefined {
  const ofStreams: SearchFilter[] =
    streams.length === 0 ? [] : [{ type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) }]
  const all = [...ofStreams, ...otherFilters]
  const [only] = all
  return all.length > 1 ? { type: 'and', filters: all } : only
}

const querySettingsOf = ({ query, timerange, filter }: SearchQuery): Omit<QuerySettings, 'steps'> => ({
  text: query.query_string,
  timerange,
  ...splitFilter(filter),
})

/** A saved search as a document; it has one query, with one page. */
export function documentOf(
  { state }: Pick<View, 'state'>,
  { queries, parameters }: Search,
): SearchDocument | undefined {
  const [query] = queries.filter(({ id }) => state[id] !== undefined)
  const found = query === undefined ? undefined : state[query.id]
  if (query === undefined || found === undefined) return undefined
  const { page, steps } = withoutSteps(found)
  return { queryId: query.id, query: { ...querySettingsOf(query), steps }, page, parameters }
}

interface NewSearch {
  /** The stream whose page shows the search. */
  readonly streamId: string | undefined
  /** All configured decorators; the page uses those of its stream, or those without a stream. */
  readonly decorators: readonly Decorator[]
  /** Columns of the only stream that it searches; empty: the usual ones. */
  readonly columns?: readonly string[]
  readonly titles: { readonly messageCount: string; readonly allMessages: string }
}

const wide = (height: number): WidgetPosition => ({ col: 1, row: 1, height, width: 'Infinity' })

/** A new search: a message count over time, and the newest messages. */
export function newSearch({ streamId, decorators, columns = [], titles }: NewSearch, ids: Ids): SearchDocument {
  const table: NewWidget = {
    type: 'messages',
    config: {
      ...messagesConfig(columns.length === 0 ? undefined : [...columns]),
      decorators: decorators.filter(({ stream }) => (stream ?? null) === (streamId ?? null)),
    },
    title: titles.allMessages,
    position: wide(6),
  }
  const withTable = withNewWidget(emptyViewState, table, ids).state
  const chart: NewWidget = { ...histogram(), title: titles.messageCount, position: wide(2) }
  return {
    queryId: ids.uuid(),
    query: {
      text: '',
      steps: '',
      timerange: DEFAULT_RANGE,
      streams: streamId === undefined ? [] : [streamId],
      otherFilters: [],
    },
    parameters: [],
    // New widgets are added at the top.
    page: withNewWidget(withTable, chart, ids).state,
  }
}
