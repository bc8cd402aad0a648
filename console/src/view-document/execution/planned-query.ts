/** Plans one query for the widgets of a page: their search types, and which search types belong to which widget. */
import type { SearchQuery } from '@logyard/contract/search/searches'
import type { Widget } from '@logyard/contract/views/view-state'
import type { Ids } from '../model/random-ids.ts'
import { type Compared, widgetsToSearchTypes } from '../model/widget-search-types.ts'

/** The query that all widgets of a page start from. */
export interface PageQuery {
  readonly id: string
  readonly query: Pick<SearchQuery, 'query' | 'timerange' | 'filter'>
}

export interface PlannedQuery {
  readonly query: SearchQuery
  /** The ids of a widget's search types, by widget id. */
  readonly mapping: Readonly<Record<string, readonly string[]>>
}

/** Every call creates new search type ids. */
export function planQuery(
  page: PageQuery,
  widgets: readonly Widget[],
  compared: Compared,
  ids: Pick<Ids, 'uuid'>,
): PlannedQuery {
  const { searchTypes, widgetMapping } = widgetsToSearchTypes(widgets, ids, compared)
  return { query: { ...page.query, id: page.id, search_types: searchTypes }, mapping: widgetMapping }
}
