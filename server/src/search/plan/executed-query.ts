/** Applies the execution state to a query: overrides and parameters. */
import type { ExecutionState, QueryOverride } from '@logyard/contract/search/search-jobs'
import type { BackendQuery, SearchType } from '@logyard/contract/search/search-types'
import type { SearchQuery } from '@logyard/contract/search/searches'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { isKnownSearchType } from '../search-types.ts'
import type { ParameterValues } from './parameters.ts'
import { mapQueryTexts } from './search-filter.ts'

export function overrideOf(state: ExecutionState, queryId: string): QueryOverride | undefined {
  if (state.global_override) return state.global_override
  const own = state.queries && Object.hasOwn(state.queries, queryId) ? state.queries[queryId] : undefined
  return own ?? undefined
}

export function overriddenQuery(
  stored: SearchQuery,
  override: QueryOverride | undefined,
  timerange: TimeRange | undefined,
): SearchQuery {
  const selected = override?.keep_search_types
  const searchTypes = (stored.search_types ?? []).filter(({ id }) => !selected || selected.includes(id))
  return {
    ...stored,
    timerange: timerange ?? stored.timerange,
    query: override?.query ?? stored.query,
    search_types: searchTypes.map((searchType) => onPage(searchType, override)),
  }
}

function onPage(searchType: SearchType, override: QueryOverride | undefined): SearchType {
  const pages = override?.search_types ?? {}
  const page = Object.hasOwn(pages, searchType.id) ? pages[searchType.id] : undefined
  if (page === undefined || searchType.type !== 'messages') return searchType
  // Only these properties: nothing else of a search type may be overridden after its streams were checked.
  const { limit = searchType.limit, offset = searchType.offset } = page
  return { ...searchType, ...(limit === undefined ? {} : { limit }), ...(offset === undefined ? {} : { offset }) }
}

export function withParameters(query: SearchQuery, { fill }: ParameterValues): SearchQuery {
  const fillText = (backend: BackendQuery) => ({ ...backend, query_string: fill(backend.query_string) })
  const fillSearchType = (searchType: SearchType): SearchType => {
    if (!isKnownSearchType(searchType)) return searchType
    return {
      ...searchType,
      ...(searchType.query ? { query: fillText(searchType.query) } : {}),
      ...(searchType.filter ? { filter: mapQueryTexts(searchType.filter, fill) } : {}),
    }
  }
  return {
    ...query,
    query: fillText(query.query),
    ...(query.filter ? { filter: mapQueryTexts(query.filter, fill) } : {}),
    search_types: (query.search_types ?? []).map(fillSearchType),
  }
}
