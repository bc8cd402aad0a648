/** What a dashboard page edits: pages of widgets that each have their own query, and the fields to filter by. */

import type { Parameter, Search, SearchQuery } from '@logyard/contract/search/searches'
import type { ViewState } from '@logyard/contract/views/view-state'
import { DASHBOARD_FILTER_FIELD, type View } from '@logyard/contract/views/views'
import { DEFAULT_RANGE } from '../../query/time-range/time-range.ts'
import { emptyViewState } from '../editing/view-changes.ts'
import type { Ids } from '../model/random-ids.ts'

export interface DashboardPage {
  /** The id of its query, which is also its key in the view. */
  readonly id: string
  /** The query that all widgets extend; in dashboards made here it is empty. */
  readonly query: Pick<SearchQuery, 'query' | 'timerange' | 'filter'>
  readonly state: ViewState
}

export interface DashboardDocument {
  /** Pages in tab order; at least one. */
  readonly pages: readonly DashboardPage[]
  readonly parameters: readonly Parameter[]
  /** What the view stores for its clients, including the fields to filter by. */
  readonly properties: readonly string[]
}

const emptyQuery: DashboardPage['query'] = {
  query: { type: 'elasticsearch', query_string: '' },
  timerange: DEFAULT_RANGE,
}

export const emptyPage = (ids: Pick<Ids, 'uuid'>): DashboardPage => ({
  id: ids.uuid(),
  query: emptyQuery,
  state: emptyViewState,
})

export const newDashboard = (ids: Pick<Ids, 'uuid'>): DashboardDocument => ({
  pages: [emptyPage(ids)],
  parameters: [],
  properties: [],
})

/** The pages of the view; one without a query in the search gets the query of a new page. */
export function documentOf(
  { state, properties }: Pick<View, 'state' | 'properties'>,
  { queries, parameters }: Pick<Search, 'queries' | 'parameters'>,
): DashboardDocument {
  const byId = new Map(queries.map((query) => [query.id, query]))
  const pages = Object.entries(state).map(([id, page]) => ({ id, query: baseOf(byId.get(id)), state: page }))
  return { pages, parameters, properties }
}

function baseOf(query: SearchQuery | undefined): DashboardPage['query'] {
  if (query === undefined) return emptyQuery
  const { query: text, timerange, filter } = query
  return { query: text, timerange, ...(filter === undefined || filter === null ? {} : { filter }) }
}

/** The fields that the dashboard offers as filters, in order. */
export const filterFieldsOf = ({ properties }: DashboardDocument): readonly string[] =>
  properties
    .filter((property) => property.startsWith(DASHBOARD_FILTER_FIELD))
    .map((property) => property.slice(DASHBOARD_FILTER_FIELD.length))

export function withFilterFields(document: DashboardDocument, fields: readonly string[]): DashboardDocument {
  const others = document.properties.filter((property) => !property.startsWith(DASHBOARD_FILTER_FIELD))
  return { ...document, properties: [...others, ...fields.map((field) => `${DASHBOARD_FILTER_FIELD}${field}`)] }
}
