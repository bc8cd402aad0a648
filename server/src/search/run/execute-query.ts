/** Executes one planned query: its search types run concurrently, and each may fail on its own. */
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { QueryProgress, QueryResult, SearchError } from '@logyard/contract/search/search-jobs'
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { SearchType } from '@logyard/contract/search/search-types'
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { FairQueue } from '../../platform/fair-queue/fair-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { ColdRanges } from '../../store/cold/cold-ranges.ts'
import type { FailedPlan, PlannedSearchType, QueryPlan } from '../plan/plan-query.ts'
import type { Progress, ProgressPart } from '../progress/progress.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import { compileScope, rangeCondition } from '../scope/message-scope.ts'
import { isCancelled, RESULT_WINDOW } from '../search-errors.ts'
import type { SearchTypeContext } from '../search-type.ts'
import { runSearchType, type SearchTypeRunners } from '../search-types.ts'
import type { AnswerBudget } from '../statements/answer-memory.ts'
import { exactJson } from '../statements/exact-json.ts'
import { type JsonChunks, jsonChunksOf, jsonObjectOf } from '../statements/json-chunks.ts'
import type { SearchEngine } from '../statements/search-engine.ts'
import { missingShards } from '../statements/skip-missing.ts'
import type { StatementTrace } from '../statements/statement-trace.ts'
import { engineOfPart } from './engine-of-part.ts'
import { shareRows } from './share-rows.ts'

export interface ExecuteDeps {
  readonly engine: SearchEngine
  readonly caller?: Caller
  readonly runners: SearchTypeRunners
  readonly schema: FieldSchema
  readonly clock: Clock
  readonly log: Log
  readonly nowMs: number
  readonly signal: AbortSignal
  /** Budget of the whole search. */
  readonly budget: AnswerBudget
  /** Limits how many search types of the whole search run at once. */
  readonly turns: FairQueue
  /** Progress of the whole search. */
  readonly progress?: Pick<Progress, 'part'>
  readonly watcher?: ResultWatcher | undefined
  /** Is told to which search types statements belong. */
  readonly trace?: Pick<StatementTrace, 'name'> | undefined
  /** The shards that results lack so far. */
  readonly missing?: ReadonlySet<number>
  readonly coldRanges?: Pick<ColdRanges, 'isCold'>
}

/** Sees the results of search types, and why others failed. */
export interface ResultWatcher {
  /** The answer in place of the result. */
  shape(result: SearchTypeResult): object
  failed(error: unknown): void
}

type Stats = QueryResult['execution_stats']

/** A `QueryResult` as JSON, and its errors. */
export interface QueryAnswer {
  readonly errors: readonly SearchError[]
  readonly json: JsonChunks
}

export interface RunningQuery {
  readonly result: Promise<QueryAnswer>
  /** The current result, as JSON. */
  partial(): JsonChunks
  progress(): QueryProgress
}

export function executeQuery(plan: QueryPlan | FailedPlan, deps: ExecuteDeps): RunningQuery {
  const startMs = deps.clock.monotonicMs()
  const stats = (range: EffectiveRange): Stats => ({
    duration: Math.round(deps.clock.monotonicMs() - startMs),
    timestamp: new Date(deps.nowMs).toISOString(),
    effective_timerange: range,
  })
  return 'failure' in plan ? failedQuery(plan, stats) : executePlan(plan, deps, stats)
}

function failedQuery(plan: FailedPlan, stats: (range: EffectiveRange) => Stats): RunningQuery {
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

/** The state of an execution. */
interface Execution extends ExecuteDeps {
  readonly plan: QueryPlan
  /** How far back each search type has been read. */
  readonly coveredFrom: Map<PlannedSearchType, number>
  /** Partial results of running search types. */
  readonly partialResults: Map<string, SearchTypeResult>
  readonly results: Map<string, JsonChunks>
  /** The ranges in which pivots found messages. */
  readonly foundRanges: EffectiveRange[]
  readonly errors: SearchError[]
  done: number
}

function executePlan(plan: QueryPlan, deps: ExecuteDeps, stats: (range: EffectiveRange) => Stats): RunningQuery {
  const execution: Execution = {
    ...deps,
    plan,
    engine: shareRows(deps.engine),
    coveredFrom: new Map(),
    partialResults: new Map(),
    results: new Map(),
    foundRanges: [],
    errors: [...plan.errors],
    done: plan.errors.length,
  }
  const { errors, results } = execution

  function jsonOf(state: QueryResult['state'], found: Iterable<readonly [string, JsonChunks]>): JsonChunks {
    const facts = {
      query: plan.query,
      execution_stats: {
        ...stats(rangeOfQuery(plan, execution.foundRanges)),
        ...(isCold && { reads_cold_storage: true as const }),
        ...missingShards(deps.missing),
      },
      errors,
      state,
    }
    const opening = `${exactJson.stringify(facts).slice(0, -1)},"search_types":`
    return [Buffer.from(opening), ...jsonObjectOf(found), Buffer.from('}')]
  }

  let isCold = false

  async function runAll(): Promise<QueryAnswer> {
    const cold = readsCold(execution)
    const planned = plan.searchTypes.map((searchType) => [searchType, deps.progress?.part()] as const)
    await Promise.all(planned.map(([searchType, part]) => runPlanned(execution, searchType, part)))
    isCold = await cold
    return { errors, json: jsonOf('COMPLETED', results) }
  }

  return {
    result: runAll(),
    partial() {
      const running = [...execution.partialResults].map(([id, result]): [string, JsonChunks] => [
        id,
        [Buffer.from(exactJson.stringify(result))],
      ])
      return jsonOf('INCOMPLETE', [...results, ...running])
    },
    progress: () => progressOf(execution),
  }
}

/** Whether a part of a range is in cold storage. Without an answer the search goes on. */
async function readsCold({ plan, coldRanges, log }: Execution): Promise<boolean> {
  if (coldRanges === undefined) return false
  const ranges = new Map(plan.searchTypes.map(({ range }) => [`${range.fromMs} ${range.toMs}`, range]))
  try {
    const found = await Promise.all([...ranges.values()].map((range) => coldRanges.isCold(rangeCondition(range))))
    return found.includes(true)
  } catch (error) {
    log.warn({ err: error }, 'it is not known whether a search reads cold storage')
    return false
  }
}

async function runPlanned(
  execution: Execution,
  planned: PlannedSearchType,
  part: ProgressPart | undefined,
): Promise<void> {
  using _part = part
  const { runners, turns, budget, signal, partialResults, coveredFrom } = execution
  const { searchType } = planned
  try {
    using _turn = await turns.acquire({ owner: '', signal })
    // Search types that share rows would run one after the other without a pause for other requests.
    await afterOthers()
    budget.throwIfRefused()
    if (part !== undefined) execution.trace?.name(part, searchType.id)
    const engine = part === undefined ? execution.engine : engineOfPart(execution.engine, part)
    const context = contextOf(planned, { ...execution, engine }, (fromMs, soFar) => {
      coveredFrom.set(planned, fromMs)
      if (soFar !== undefined) partialResults.set(searchType.id, soFar)
    })
    const result = await runSearchType(runners, { type: searchType.type, spec: searchType }, context)
    await addResult(execution, searchType, result)
  } catch (error) {
    execution.watcher?.failed(error)
    execution.errors.push(searchTypeError(error, execution.plan.query.id, searchType.id, execution))
    const partial = partialResults.get(searchType.id)
    if (signal.aborted && partial !== undefined) {
      await addResult(execution, searchType, partial).catch(() => undefined)
    }
  } finally {
    partialResults.delete(searchType.id)
    execution.done += 1
    coveredFrom.set(planned, planned.range.fromMs)
  }
}

async function addResult(
  { results, budget, foundRanges, watcher }: Execution,
  searchType: SearchType,
  result: SearchTypeResult,
): Promise<void> {
  results.set(searchType.id, await jsonChunksOf(watcher?.shape(result) ?? result, budget.reserveAnswer))
  if (result.type === 'pivot') foundRanges.push(result.effective_timerange)
}

function progressOf({ plan, coveredFrom, done }: Execution): QueryProgress {
  const from = Math.max(...plan.searchTypes.map((planned) => coveredFrom.get(planned) ?? Number.POSITIVE_INFINITY))
  return {
    search_types: { done, total: plan.searchTypes.length + plan.errors.length },
    covered: Number.isFinite(from) ? effectiveRange({ fromMs: from, toMs: plan.range.toMs }) : null,
    range: effectiveRange(plan.range),
  }
}

export function contextOf(
  { scope, range, streams, queryText }: PlannedSearchType,
  { engine, caller, schema, signal, nowMs }: Pick<ExecuteDeps, 'engine' | 'caller' | 'schema' | 'signal' | 'nowMs'>,
  covered: SearchTypeContext['covered'],
): SearchTypeContext {
  const from = compileScope(scope, schema, nowMs)
  const { isAllMessages } = range
  const facts = { scope, range, isAllMessages, streams, queryText, schema, engine, signal, nowMs, from, covered }
  return caller === undefined ? facts : { ...facts, caller }
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
  const cancelled = isCancelled(error) ? ({ code: 'search-cancelled' } as const) : {}
  return { type: 'search_type', description: error.message, ...cancelled, ...facts }
}

/** The range of a query for all messages is the range in which its aggregations found messages. */
function rangeOfQuery(plan: QueryPlan, ranges: readonly EffectiveRange[]): EffectiveRange {
  if (!plan.range.isAllMessages) return effectiveRange(plan.range)
  const [first] = ranges
  if (first === undefined) return effectiveRange(plan.range)
  const from = ranges.map((range) => range.from).sort()
  const to = ranges.map((range) => range.to).sort()
  return { ...first, from: from[0] ?? first.from, to: to.at(-1) ?? first.to }
}
