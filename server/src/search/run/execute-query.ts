/** Runs one planned query: its search types beside each other, each failing for itself. */
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { QueryProgress, QueryResult, SearchError } from '@logyard/contract/search/search-jobs'
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { SearchType } from '@logyard/contract/search/search-types'
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { Sql } from '@logyard/languages/sql/sql'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { FailedPlan, PlannedSearchType, QueryPlan } from '../plan/plan-query.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import { type InstantRange, messagesIn } from '../scope/message-scope.ts'
import { RESULT_WINDOW } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import type { AnswerBudget } from '../statements/answer-memory.ts'
import { exactJson } from '../statements/exact-json.ts'
import { type JsonPieces, jsonObjectOf, jsonPiecesOf } from '../statements/json-chunks.ts'
import type { SearchEngine } from '../statements/search-engine.ts'
import type { Slots } from '../statements/slots.ts'
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
  /** Of the whole search. */
  readonly budget: AnswerBudget
  /** How many search types of the whole search run at once. */
  readonly turns: Slots
}

type Stats = QueryResult['execution_stats']

/** A `QueryResult` as JSON, with the errors that are in it. */
export interface QueryAnswer {
  readonly errors: readonly SearchError[]
  readonly json: JsonPieces
}

export interface RunningQuery {
  readonly result: Promise<QueryAnswer>
  /** What came out by now. */
  partial(): JsonPieces
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
    const json = [Buffer.from(exactJson.stringify(result))]
    const progress = { search_types: { done: 0, total: 0 }, covered: null, range }
    return {
      result: Promise.resolve({ errors: [plan.failure], json }),
      partial: () => json,
      progress: () => progress,
    }
  }

  return executePlan(plan, deps, stats)
}

function executePlan(plan: QueryPlan, deps: ExecuteDeps, stats: (range: EffectiveRange) => Stats): RunningQuery {
  const { budget, signal } = deps
  const engine = shareRows(deps.engine)
  const coveredFrom = new Map<PlannedSearchType, number>()
  /** What came out of search types that still run. */
  const soFar = new Map<string, SearchTypeResult>()
  const results = new Map<string, JsonPieces>()
  /** Of pivots: from when to when they found messages. */
  const foundRanges: EffectiveRange[] = []
  const errors: SearchError[] = [...plan.errors]
  let done = plan.errors.length

  async function keep(searchType: SearchType, result: SearchTypeResult): Promise<void> {
    results.set(searchType.id, await jsonPiecesOf(result, budget.takeAnswer))
    if (result.type === 'pivot') foundRanges.push(result.effective_timerange)
  }

  async function run(planned: PlannedSearchType): Promise<void> {
    const { searchType, range } = planned
    try {
      using _turn = await deps.turns.take({ user: '', signal })
      // Search types that share their rows would run one behind the other without a pause for other requests.
      await afterOthers()
      budget.requireRoom()
      const context = contextOf(planned, { ...deps, engine }, (fromMs, result) => {
        coveredFrom.set(planned, fromMs)
        if (result !== undefined) soFar.set(searchType.id, result)
      })
      await keep(searchType, await runSearchType(deps.runners, searchType, context))
    } catch (error) {
      errors.push(searchTypeError(error, plan.query.id, searchType.id, deps))
      const kept = soFar.get(searchType.id)
      if (signal.aborted && kept !== undefined) await keep(searchType, kept).catch(() => undefined)
    } finally {
      soFar.delete(searchType.id)
      done += 1
      coveredFrom.set(planned, range.fromMs)
    }
  }

  function jsonOf(state: QueryResult['state'], found: Iterable<readonly [string, JsonPieces]>): JsonPieces {
    const facts = { query: plan.query, execution_stats: stats(rangeOfQuery(plan, foundRanges)), errors, state }
    const opening = `${exactJson.stringify(facts).slice(0, -1)},"search_types":`
    return [Buffer.from(opening), ...jsonObjectOf(found), Buffer.from('}')]
  }

  async function runAll(): Promise<QueryAnswer> {
    await Promise.all(plan.searchTypes.map(run))
    return { errors, json: jsonOf('COMPLETED', results) }
  }

  return {
    result: runAll(),
    partial() {
      const running = [...soFar].map(([id, result]): [string, JsonPieces] => [
        id,
        [Buffer.from(exactJson.stringify(result))],
      ])
      return jsonOf('INCOMPLETE', [...results, ...running])
    },
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
function rangeOfQuery(plan: QueryPlan, ranges: readonly EffectiveRange[]): EffectiveRange {
  if (!plan.range.isAllMessages) return effectiveRange(plan.range)
  const [first] = ranges
  if (first === undefined) return effectiveRange(plan.range)
  const from = ranges.map((range) => range.from).sort()
  const to = ranges.map((range) => range.to).sort()
  return { ...first, from: from[0] ?? first.from, to: to.at(-1) ?? first.to }
}
