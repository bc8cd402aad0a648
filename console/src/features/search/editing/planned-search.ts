/** From the edited document to the search that the server executes. */
import type { SearchQuery } from '@logyard/contract/search/searches'
import { type PlannedQuery, planQuery } from '../../../view-document/execution/planned-query.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import type { Compared } from '../../../view-document/model/widget-search-types.ts'
import { bindingsOf, type ParameterValues } from '../../../view-document/parameters/parameters.ts'
import { filterOf, type SearchDocument } from './search-document.ts'

export const planSearch = (document: SearchDocument, compared: Compared, ids: Pick<Ids, 'uuid'>): PlannedQuery =>
  planQuery({ id: document.queryId, query: baseQuery(document) }, document.page.widgets, compared, ids)

function baseQuery({ query }: SearchDocument): Pick<SearchQuery, 'query' | 'timerange' | 'filter'> {
  const filter = filterOf(query)
  return {
    query: { type: 'elasticsearch', query_string: query.text },
    timerange: query.timerange,
    ...(filter === undefined ? {} : { filter }),
  }
}

/** What an execution sends along. */
export const executionStateOf = ({ parameters }: SearchDocument, values: ParameterValues) => ({
  parameter_bindings: bindingsOf(parameters, values),
})
