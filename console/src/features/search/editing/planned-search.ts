/** From what the page edits to what the server runs. */
import type { SearchType } from '@logyard/contract/search/search-types'
import type { PlannedSearch } from '../../../view-document/execution/search-runner.ts'
import type { Ids } from '../../../view-document/model/random-ids.ts'
import { widgetsToSearchTypes } from '../../../view-document/model/widget-search-types.ts'
import { bindingsOf, type ParameterValues } from '../../../view-document/parameters/parameters.ts'
import { filterOf, type SearchDocument } from './search-document.ts'

/** What charts draw behind the present period. */
const BEFORE = 'before'

/** A search with fresh ids. `compared` are the widgets that also show the period before. */
export function planSearch(document: SearchDocument, compared: ReadonlySet<string>, ids: Ids): PlannedSearch {
  const { query, page, parameters, queryId } = document
  const { searchTypes, widgetMapping } = widgetsToSearchTypes(page.widgets, ids)
  const mapping: Record<string, string[]> = { ...widgetMapping }
  const all = [...searchTypes]
  for (const widgetId of compared) {
    const chart = searchTypes.find(({ id, name }) => name === 'chart' && mapping[widgetId]?.includes(id))
    if (chart === undefined) continue
    const previous = periodBefore(chart, ids.uuid())
    all.push(previous)
    mapping[widgetId] = [...(mapping[widgetId] ?? []), previous.id]
  }
  const filter = filterOf(query)
  return {
    id: ids.objectId(),
    parameters,
    widgetMapping: mapping,
    queries: [
      {
        id: queryId,
        query: { type: 'elasticsearch', query_string: query.text },
        timerange: query.timerange,
        ...(filter === undefined ? {} : { filter }),
        search_types: all,
      },
    ],
  }
}

const periodBefore = (chart: SearchType, id: string): SearchType => ({
  ...chart,
  id,
  name: BEFORE,
  timerange: { type: 'offset', source: 'search_type', id: chart.id },
})

/** What goes along with an execution of it. */
export const executionStateOf = ({ parameters }: SearchDocument, values: ParameterValues) => ({
  parameter_bindings: bindingsOf(parameters, values),
})
