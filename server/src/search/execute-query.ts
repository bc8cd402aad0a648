/** Runs one planned query: its search types beside each other, each failing for itself. */
import type { QueryProgress, QueryResult, SearchError } from '@logyard/contract/search-jobs'
import type { SearchTypeResult } from '@logyard/contract/search-results'
import type { EffectiveRange } from '@logyard/contract/time-ranges'
import type { FieldSchema } from '@logyard/languages/query/sql/field-schema'
import type { Sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { effectiveRange } from './effective-range.ts'
import { type InstantRange, messagesIn } from './message-scope.ts'
import type { FailedPlan, PlannedSearchType, QueryPlan } from './plan-query.ts'
import type { SearchEngine } from './search-engine.ts'
import { RESULT_WINDOW } from './search-errors.ts'
import type { SearchTypeContext } from './search-type.ts'
import { runSearchType, type SearchTypeRunners } from './search-types.ts'
import { shareRows } from './share-rows.ts'

export interface ExecuteDeps {
  readonly engine: SearchEngine
  readonly runners: SearchTypeRunners
  readonly schema: FieldSchema
  readonly clock: Clock
  readonly log: Log
  readonly nowMs: number
  readonly signal: AbortSignal
}

type Stats = QueryResult['execution_stats']

export interface RunningQuery {
  readonly result: Promise<QueryResult>
  /** What came out by now. */
  partial(): QueryResult
  progress(): QueryProgress
}

export function executeQuery(plan: QueryPlan | FailedPlan, deps: ExecuteDeps): RunningQuery {
  const { clock, nowMs } = deps
  const startMs = clock.monotonicMs()
  const stats = (range: EffectiveRange): Stats => ({
    duration: Math.round(clock.monotonicMs() - startMs),
    timestamp: new Date(nowMs).toISOString(),
    effective_timerange: range,
  })
  if ('failure' in plan) {
    const range = effectiveRange(plan.range)
    const result: QueryResult = {
      query: plan.query,
      execution_stats: stats(range),
      search_types: {},
      errors: [plan.failure],
      state: 'FAILED',
    }
    const progress = { search_types: { done: 0, total: 0 }, covered: null, range }
    return { result: Promise.resolve(result), partial: () => result, progress: () => progress }
  }

  return executePlan(plan, deps, stats)
}

function executePlan(plan: QueryPlan, deps: ExecuteDeps, stats: (range: EffectiveRange) => Stats): RunningQuery {
  const engine = shareRows(deps.engine)
  const coveredFrom = new Map<PlannedSearchType, number>()
  /** What came out of search types that still run. */
  const soFar = new Map<string, SearchTypeResult>()
  const results = new Map<string, SearchTypeResult>()
  const errors: SearchError[] = [...plan.errors]
  let done = plan.errors.length

  async function run(planned: PlannedSearchType): Promise<void> {
    const { searchType, range } = planned
    try {
      const context = contextOf(planned, { ...deps, engine }, (fromMs, result) => {
        coveredFrom.set(planned, fromMs)
        if (result !== undefined) soFar.set(searchType.id, result)
      })
      results.set(searchType.id, await runSearchType(deps.runners, searchType, context))
    } catch (error) {
      const kept = soFar.get(searchType.id)
      if (deps.signal.aborted && kept !== undefined) results.set(searchType.id, kept)
      errors.push(searchTypeError(error, plan.query.id, searchType.id, deps))
    } finally {
      done += 1
      coveredFrom.set(planned, range.fromMs)
    }
  }

  const resultOf = (state: QueryResult['state'], found: ReadonlyMap<string, SearchTypeResult>): QueryResult => ({
    query: plan.query,
    execution_stats: stats(rangeOfQuery(plan, found)),
    search_types: Object.fromEntries(found),
    errors,
    state,
  })

  async function runAll(): Promise<QueryResult> {
    await Promise.all(plan.searchTypes.map(run))
    return resultOf('COMPLETED', results)
  }

  return {
    result: runAll(),
    partial: () => resultOf('INCOMPLETE', new Map([...soFar, ...results])),
    progress() {
      const from = Math.max(...plan.searchTypes.map((planned) => coveredFrom.get(planned) ?? Number.POSITIVE_INFINITY))
      return {
        search_types: { done, total: plan.searchTypes.length + plan.errors.length },
        covered: Number.isFinite(from) ? effectiveRange({ fromMs: from, toMs: plan.range.toMs }) : null,
        range: effectiveRange(plan.range),
      }
    },
  }
}

function contextOf(
  { scope, range, streams, queryText }: PlannedSearchType,
  { engine, schema, signal, nowMs }: ExecuteDeps,
  covered: SearchTypeContext['covered'],
): SearchTypeContext {
  const from = (part: InstantRange = scope.range, ...also: readonly Sql[]) =>
    messagesIn({ ...scope, range: part }, schema, nowMs, also)
  const { isAllMessages } = range
  return { scope, range, isAllMessages, streams, queryText, schema, engine, signal, nowMs, from, covered }
}

function searchTypeError(
  error: unknown,
  query_id: string,
  search_type_id: string,
  { log }: Pick<ExecuteDeps, 'log'>,
): SearchError {
  const facts = { query_id, search_type_id }
  if (!(error instanceof LogyardError)) {
    log.error({ err: error }, 'a search type failed')
    return { type: 'search_type', description: 'Logyard could not run this part of the search.', ...facts }
  }
  if (error.code === 'result-window-exceeded') {
    return {
      type: 'result_window_limit',
      description: error.message,
      ...facts,
      result_window_limit: RESULT_WINDOW,
    }
  }
  return { type: 'search_type', description: error.message, ...facts }
}

/** A query for all messages says from when to when its aggregations found some. */
function rangeOfQuery(plan: QueryPlan, results: ReadonlyMap<string, SearchTypeResult>): EffectiveRange {
  if (!plan.range.isAllMessages) return effectiveRange(plan.range)
  const ranges = [...results.values()].flatMap((result) =>
    result.type === 'pivot' ? [result.effective_timerange] : [],
  )
  const [first] = ranges
  if (first === undefined) return effectiveRange(plan.range)
  const from = ranges.map((range) => range.from).sort()
  const to = ranges.map((range) => range.to).sort()
  return { ...first, from: from[0] ?? first.from, to: to.at(-1) ?? first.to }
}
