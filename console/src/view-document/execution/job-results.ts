/** From the answers of a job to the results of its widgets. */
import type { ExecutionState, QueryResult, SearchJob } from '@logyard/contract/search/search-jobs'
import { errorsOf, isCancellation } from '../model/view-model.ts'
import type { RunRequest, StoredSearch, WidgetOutcome } from './run-request.ts'

type Outcomes = readonly (readonly [widgetId: string, outcome: WidgetOutcome])[]
type Waiting = ReadonlyMap<string, string>

/** The results of all widgets that wait for this query. */
export function outcomesOf(
  query: QueryResult,
  search: StoredSearch,
  state: ExecutionState,
  waiting: Waiting,
): Outcomes {
  return [...waiting].map(([widgetId, requested]) => {
    const searchTypeIds = search.mapping[widgetId] ?? []
    return [widgetId, { requested, searchId: search.id, state, searchTypeIds, query }]
  })
}

/** The charts that are finished while other widgets of the job are still running. */
export function finishedOutcomes(
  job: SearchJob,
  search: StoredSearch,
  { queryId, state }: RunRequest,
  waiting: Waiting,
): Outcomes {
  const query = job.partial_results?.[queryId]
  if (query === undefined) return []
  const failed = new Set(query.errors.filter((error) => !isCancellation(error)).map(({ search_type_id: id }) => id))
  const isFinished = (id: string) => failed.has(id) || query.search_types[id]?.type === 'pivot'
  return outcomesOf(query, search, state, waiting).filter(([, { searchTypeIds }]) => searchTypeIds.every(isFinished))
}

/** A stopped job has no result for some widgets: those that requested the same before show what they had. */
export const withOlder = (fresh: Outcomes, older: ReadonlyMap<string, WidgetOutcome>): Outcomes =>
  fresh.map(([widgetId, outcome]) => {
    const { searchTypeIds, query, requested } = outcome
    const own = errorsOf(query, searchTypeIds)
    const isMissing =
      own.length > 0 && own.every(isCancellation) && searchTypeIds.every((id) => query.search_types[id] === undefined)
    const before = older.get(widgetId)
    return [widgetId, isMissing && before?.requested === requested ? before : outcome]
  })

/** Executes one message list again, with the query and over the range of the result that is shown. */
export function pageState(
  { state, query }: WidgetOutcome,
  searchTypeId: string,
  page: { readonly limit: number; readonly offset: number },
): ExecutionState | undefined {
  const shown = query.search_types[searchTypeId]
  if (shown?.type !== 'messages') return undefined
  const override = state.global_override?.query
  return {
    ...state,
    global_override: {
      ...(override === undefined || override === null ? {} : { query: override }),
      timerange: shown.effective_timerange,
      keep_search_types: [searchTypeId],
      search_types: { [searchTypeId]: page },
    },
  }
}

/** The query with one message list and its errors replaced by those of the page. What either lacks is missing. */
export function withPage(old: QueryResult, page: QueryResult, searchTypeId: string): QueryResult {
  const result = page.search_types[searchTypeId]
  const missing = [old, page].flatMap(({ execution_stats }) => execution_stats.missing_shards ?? [])
  return {
    ...old,
    ...(missing.length > 0 && {
      execution_stats: { ...old.execution_stats, missing_shards: [...new Set(missing)].sort((a, b) => a - b) },
    }),
    search_types: result === undefined ? old.search_types : { ...old.search_types, [searchTypeId]: result },
    errors: [...old.errors.filter((error) => error.search_type_id !== searchTypeId), ...page.errors],
  }
}
