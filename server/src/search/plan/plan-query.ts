/**
 * Plans a query for execution: applies overrides, fills in parameters, resolves time ranges against one `now`, and parses
 * texts. Reads nothing from the store.
 */
import type { ExecutionState, SearchError } from '@logyard/contract/search/search-jobs'
import type { BackendQuery, SearchType } from '@logyard/contract/search/search-types'
import type { SearchQuery } from '@logyard/contract/search/searches'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import { LogyardError } from '../../platform/errors.ts'
import type { NamedStreams } from '../../streams/stream-access.ts'
import { readTimeRange } from '../ranges/read-time-range.ts'
import { type ResolvedRange, resolveRange } from '../ranges/resolve-range.ts'
import { createSearchTypeRanges } from '../ranges/search-type-ranges.ts'
import type { MessageScope } from '../scope/message-scope.ts'
import { queryRefused } from '../search-errors.ts'
import { fixedStreamsOf, isKnownSearchType } from '../search-types.ts'
import { overriddenQuery, overrideOf, withParameters } from './executed-query.ts'
import { type ParameterValues, UnboundParameter } from './parameters.ts'
import { createQueryTexts, type QueryTexts } from './query-texts.ts'
import { queryTextsOfFilter, streamsOfFilter } from './search-filter.ts'

export interface PlannedSearchType {
  readonly searchType: SearchType
  readonly scope: MessageScope
  readonly range: ResolvedRange
  /** The streams of the search type or else of the query, which events must be about. */
  readonly streams: NamedStreams
  /** The query's own text, without filters. */
  readonly queryText: QueryNode
}

export interface QueryPlan {
  /** As executed: with overrides applied and parameters filled in. */
  readonly query: SearchQuery
  readonly range: ResolvedRange
  readonly searchTypes: readonly PlannedSearchType[]
  /** Errors of search types that cannot run. */
  readonly errors: readonly SearchError[]
}

/** The whole query cannot run. */
export interface FailedPlan {
  readonly query: SearchQuery
  readonly range: ResolvedRange
  readonly failure: SearchError
}

export interface PlanOptions {
  readonly state: ExecutionState
  readonly values: ParameterValues
  readonly nowMs: number
  readonly allowLeadingWildcard: boolean
  /**
   * Called with the streams of each search type after overrides were applied, so everything planned is permitted. Throws
   * an error of the kind `denied`, which refuses the whole search.
   */
  permit(streamIds: readonly string[]): NamedStreams
}

export async function planQuery(stored: SearchQuery, options: PlanOptions): Promise<QueryPlan | FailedPlan> {
  const { nowMs, values } = options
  const override = overrideOf(options.state, stored.id)
  const overrideRange = readTimeRange(override?.timerange, nowMs)
  const overridden = overriddenQuery(stored, override, overrideRange)
  const range = resolveRange(overridden.timerange, nowMs)
  try {
    const query = withParameters(overridden, values)
    requireUsable(query.query)
    const rangeOf = createSearchTypeRanges({
      searchTypes: stored.search_types ?? [],
      queryRange: range,
      isOverridden: overrideRange !== undefined,
      nowMs,
    })
    const texts = createQueryTexts(options.allowLeadingWildcard)
    return { query, range, ...(await planSearchTypes(query, rangeOf, texts, options.permit)) }
  } catch (error) {
    return { query: overridden, range, failure: failureOf(error, overridden.id) }
  }
}

function failureOf(error: unknown, query_id: string): SearchError {
  if (error instanceof UnboundParameter) {
    return { type: 'unbound_parameter', description: error.message, query_id, parameter: error.parameter }
  }
  if (error instanceof LogyardError && error.kind !== 'denied')
    return { type: 'query', description: error.message, query_id }
  throw error
}

function requireUsable({ type }: BackendQuery): void {
  if (type !== 'elasticsearch') throw queryRefused(`Unknown query type '${type}'`)
}

async function planSearchTypes(
  query: SearchQuery,
  rangeOf: (searchType: SearchType) => ResolvedRange,
  texts: QueryTexts,
  permit: PlanOptions['permit'],
): Promise<Pick<QueryPlan, 'searchTypes' | 'errors'>> {
  const queryStreams = streamsOfFilter(query.filter)
  const searchTypes: PlannedSearchType[] = []
  const errors: SearchError[] = []
  const fail = (searchType: SearchType, description: string) =>
    errors.push({ type: 'search_type', description, query_id: query.id, search_type_id: searchType.id })

  for (const searchType of query.search_types ?? []) {
    if (!isKnownSearchType(searchType)) {
      fail(searchType, `Unknown search type '${searchType.type}'`)
      continue
    }
    if (searchType.query) requireUsable(searchType.query)
    const range = rangeOf(searchType)
    const named = searchType.streams ?? []
    const streams = permit(named.length > 0 ? named : queryStreams)
    const fixed = fixedStreamsOf(searchType)
    const searched = fixed === undefined ? streams : permit(fixed)
    try {
      const queryText = await texts.parse(query.query.query_string)
      const conditions = [queryText, ...(await parseFilters(query, searchType, texts))]
      const scope = { streams: searched, range, conditions }
      searchTypes.push({ searchType, scope, range, streams, queryText })
    } catch (error) {
      if (!(error instanceof LogyardError)) throw error
      fail(searchType, error.message)
    }
  }
  return { searchTypes, errors }
}

/** Messages must satisfy all of them, besides the text of the query. */
async function parseFilters(
  query: SearchQuery,
  searchType: SearchType,
  texts: QueryTexts,
): Promise<readonly QueryNode[]> {
  const trees: QueryNode[] = []
  for (const text of [...queryTextsOfFilter(query.filter), ...queryTextsOfFilter(searchType.filter)])
    trees.push(await texts.parseFilter(text))
  if (searchType.query) trees.push(await texts.parse(searchType.query.query_string))
  return trees
}
