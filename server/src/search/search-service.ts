/**
 * Searches: their storage, their permissions and their execution. The permission to read streams is checked here at each
 * execution: owning a search, or seeing it in a view, never replaces it.
 */
import type { ExecutionState } from '@logyard/contract/search/search-jobs'
import type { QueryValidationRequest } from '@logyard/contract/search/search-validation'
import type { Parameter, Search, SearchDraft, SearchMetadata, SearchQuery } from '@logyard/contract/search/searches'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import type { FieldSchema, FieldTypes } from '@logyard/languages/query-sql/field-schema'
import type { Caller } from '../http/caller.ts'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError, notAuthorized } from '../platform/errors.ts'
import { createFairQueue } from '../platform/fair-queue/fair-queue.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { ColdRanges } from '../store/cold/cold-ranges.ts'
import type { StreamAccess } from '../streams/stream-access.ts'
import { type LookUpValues, lookUpParameters } from './plan/lookup-parameters.ts'
import { createParameterValues } from './plan/parameters.ts'
import { type FailedPlan, planQuery, type QueryPlan } from './plan/plan-query.ts'
import { type ReadSearch, readSearch } from './plan/read-search.ts'
import { streamsOfFilter, withStreams } from './plan/search-filter.ts'
import { requireShortTexts, textsOfOverrides, textsOfQuery } from './plan/search-texts.ts'
import { queryToValidate, validateQueryTask, validateQueryText } from './plan/validate-query.ts'
import { executeQuery, type ResultWatcher } from './run/execute-query.ts'
import { MAX_LISTED_CHARACTERS, MAX_LISTED_STREAMS } from './run/listed-queries.ts'
import type { Job, JobQueries } from './run/search-job.ts'
import type { SearchJobs } from './run/search-jobs.ts'
import { effectiveRange } from './scope/effective-range.ts'
import { type SearchStore, type StoredSearch, searchCollection } from './search-store.ts'
import { fixedStreamsOf, isKnownSearchType, type SearchTypeRunners } from './search-types.ts'
import type { SearchEngines } from './statements/search-engine.ts'
import type { StatementTrace } from './statements/statement-trace.ts'

/** The views that show searches. */
export interface SearchViews {
  /** Whether any view shows the search. */
  isShown(searchId: string): Promise<boolean>
  /** Whether the caller may read a view that shows the search. */
  mayReadThrough(caller: Caller, searchId: string): Promise<boolean>
  /** The ids of the searches of all views that the caller may read. */
  readableSearchIds(caller: Caller): Promise<readonly string[]>
}

export interface SearchesDeps {
  readonly settings: SettingsStore
  readonly streams: StreamAccess
  readonly views: SearchViews
  readonly engine: SearchEngines
  readonly runners: SearchTypeRunners
  readonly coldRanges: Pick<ColdRanges, 'isCold'>
  readonly fields: { schema(): Promise<FieldSchema>; types(): FieldTypes | Promise<FieldTypes> }
  readonly jobs: SearchJobs
  /** Lookups in tables that the caller may read; others are as empty. */
  readonly lookUpFor: (caller: Caller) => LookUpValues
  readonly allowLeadingWildcard: boolean
  /** Runs for long queries that users check. */
  readonly boundedRuns: BoundedRuns
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export type Searches = ReturnType<typeof createSearches>

/** Per search. While they run, search types hold their rows in memory. */
export const SEARCH_TYPES_AT_ONCE = 4
/** Limit for the lookups of all parameters of a search. */
export const PARAMETERS_WITHIN_MS = 10_000

const searchNotFound = (id: string) =>
  new LogyardError('not-found', 'search-not-found', `Search with id ${id} does not exist`)
const searchOfAnother = (id: string) =>
  new LogyardError('denied', 'search-of-another', `Search ${id} belongs to another user: only its owner can change it`)

/** Characters of a query that is checked in the main thread; longer ones wait for a thread of what users try. */
const CHECKED_AT_ONCE = 2000

export function createSearches(deps: SearchesDeps) {
  const { streams, views, clock, ids } = deps
  const store = deps.settings.collection(searchCollection)
  const state: SearchesState = { ...deps, store }
  const read = (draft: SearchDraft) => readSearch(draft, { newId: ids.next, now: clock.now() })
  return {
    save: (caller: Caller, draft: SearchDraft) => saveSearch(state, caller, read(draft)),
    /**
     * Search for the commit that stores the view. With an id it replaces that search if the caller owns it or is an
     * administrator. Throws unless the caller may read the streams that it names.
     */
    async preparing(caller: Caller, draft: SearchDraft, id: string | undefined) {
      const stored = id === undefined ? undefined : await store.findVersioned(id)
      // Views of others may show a search of another user too, so it stays as it is.
      const before = stored && mayReplace(caller, stored.document) ? stored : undefined
      const search = read({ ...draft, id: before?.document.id ?? null })
      streams.require(caller, search.queries.flatMap(streamsOfQuery))
      const { owner, owner_id } = before?.document ?? { owner: caller.username, owner_id: caller.userId }
      const owned = { ...search, owner, owner_id }
      const write = before === undefined ? store.inserting(owned) : store.replacing(owned, before.version)
      return { entity: search, writes: [write], takeEffect: async () => undefined }
    },
    /** A write that stores a search without an owner, for the commit that installs a view of it. */
    inserting: (draft: SearchDraft) => store.inserting({ ...read(draft), owner: null, owner_id: null }),
    /** The caller's own searches and those of readable views. */
    async list(caller: Caller) {
      const own = await store.listBy('owner_id', caller.userId)
      const ownIds = new Set(own.map(({ id }) => id))
      const others = (await views.readableSearchIds(caller)).filter((id) => !ownIds.has(id))
      return [...own, ...(await store.findMany([...new Set(others)]))].map(searchAnswer)
    },
    get: async (caller: Caller, id: string) => searchAnswer(await getReadable(state, caller, id)),
    /** Throws as `get` does. */
    async requireReadable(caller: Caller, id: string) {
      await getReadable(state, caller, id)
    },
    /** Whether the search exists, readable or not. */
    exists: async (id: string) => (await store.find(id)) !== undefined,
    /** The search, readable or not. */
    stored: store.find,
    /** The streams that any of its queries and search types name. */
    streamsOf: async (id: string) => [...new Set((await store.find(id))?.queries.flatMap(streamsOfQuery))],
    /** Its declared parameters by name. */
    parametersOf: async (id: string) => declaredParameters((await store.find(id))?.parameters ?? []),
    describe: (draft: SearchDraft) => metadataOf(read(draft)),
    describeStored: async (caller: Caller, id: string) => metadataOf(await getReadable(state, caller, id)),
    async validate(caller: Caller, request: QueryValidationRequest) {
      streams.require(caller, request.streams ?? [])
      await streams.requireSome(caller)
      const query = queryToValidate(request, await deps.fields.types(), deps)
      const characters = request.query_string.length
      if (characters <= CHECKED_AT_ONCE) return validateQueryText(query)
      return await deps.boundedRuns.run(validateQueryTask, query, { userId: caller.userId, characters })
    },
    execute: async (caller: Caller, id: string, execution: ExecutionState) =>
      startSearch(state, caller, await getReadable(state, caller, id), execution),
    /** Plans the search with changed queries, without executing it. */
    async plan(
      caller: Caller,
      id: string,
      execution: ExecutionState,
      change: (queries: readonly SearchQuery[]) => readonly SearchQuery[],
    ) {
      const search = await getReadable(state, caller, id)
      return await planSearch(state, caller, { ...search, queries: [...change(search.queries)] }, execution)
    },
    /** Plans a draft without storing or executing it. */
    planDraft: (caller: Caller, draft: SearchDraft, execution: ExecutionState) =>
      planSearch(state, caller, read(draft), execution),
    /** Executes the search without storing it. */
    run: (caller: Caller, draft: SearchDraft, watcher?: ResultWatcher) =>
      startSearch(state, caller, read(draft), {}, { watcher }),
    /** Executes the search without storing it, and keeps its statements. */
    trace: (caller: Caller, draft: SearchDraft, execution: ExecutionState, trace: StatementTrace) =>
      startSearch(state, caller, read(draft), execution, { trace }),
  }
}

interface SearchesState extends SearchesDeps {
  readonly store: SearchStore
}

async function saveSearch({ streams, store }: SearchesState, caller: Caller, search: ReadSearch): Promise<Search> {
  streams.require(caller, search.queries.flatMap(streamsOfQuery))
  const owned = { ...search, owner: caller.username, owner_id: caller.userId }
  const existing = await store.find(search.id)
  if (existing !== undefined && !mayReplace(caller, existing)) throw searchOfAnother(search.id)
  return searchAnswer(await store.put(owned))
}

async function getReadable({ store, views }: SearchesState, caller: Caller, id: string): Promise<StoredSearch> {
  const search = await store.find(id)
  if (search === undefined) throw searchNotFound(id)
  if (search.owner_id === caller.userId || isAdministrator(caller)) return search
  if (await views.mayReadThrough(caller, id)) return search
  throw notAuthorized(id)
}

async function planSearch(
  state: SearchesState,
  caller: Caller,
  { queries: stored, parameters }: Pick<StoredSearch, 'queries' | 'parameters'>,
  execution: ExecutionState,
) {
  const { streams, fields, clock, allowLeadingWildcard } = state
  const queries = await withDefaultStreams(streams, caller, stored)
  streams.require(caller, queries.flatMap(streamsOfQuery))
  const schema = await fields.schema()
  const nowMs = clock.now().getTime()
  const texts = new Set([...queries.flatMap(textsOfQuery), ...textsOfOverrides(execution)])
  requireShortTexts(texts)
  const late = AbortSignal.timeout(PARAMETERS_WITHIN_MS)
  const lookedUp = await lookUpParameters(parameters, texts, state.lookUpFor(caller), late)
  const values = createParameterValues(parameters, execution.parameter_bindings ?? {}, lookedUp)
  const permit = (ids: readonly string[]) => streams.require(caller, ids)
  const options = { state: execution, values, nowMs, allowLeadingWildcard, permit }
  const planned: (QueryPlan | FailedPlan)[] = []
  for (const query of queries) planned.push(await planQuery(query, options))
  return { queries: planned, schema, nowMs }
}

interface Observers {
  readonly watcher?: ResultWatcher | undefined
  readonly trace?: StatementTrace
}

async function startSearch(
  state: SearchesState,
  caller: Caller,
  search: ReadSearch,
  execution: ExecutionState,
  { watcher, trace }: Observers = {},
): Promise<Job> {
  const { queries, schema, nowMs } = await planSearch(state, caller, search, execution)
  const { runners, coldRanges, clock, log } = state
  return state.jobs.start(
    caller,
    { searchId: search.id, queries: listedQueries(queries, search) },
    ({ signal, budget, progress }) => {
      const turns = createFairQueue({ clock, places: SEARCH_TYPES_AT_ONCE, waiting: Number.POSITIVE_INFINITY })
      const facts = { runners, coldRanges, schema, clock, log, nowMs }
      const deps = { ...facts, caller, signal, budget, turns, progress, watcher, trace }
      // What a watcher makes of results has no place for what they lack.
      const execute = (planned: QueryPlan | FailedPlan) => {
        const lacking = watcher === undefined ? { missing: new Set<number>() } : {}
        const engine = state.engine.of({ user: caller.userId, budget, trace, ...lacking })
        return executeQuery(planned, { ...deps, engine, ...lacking })
      }
      return new Map(queries.map((planned) => [planned.query.id, execute(planned)]))
    },
  )
}

/** More of a search is not listed. */
const MAX_LISTED_QUERIES = 5

const listedQueries = (planned: readonly (QueryPlan | FailedPlan)[], { queries }: ReadSearch): JobQueries =>
  planned.slice(0, MAX_LISTED_QUERIES).map(({ query, range }, at) => ({
    query_string: query.query.query_string.slice(0, MAX_LISTED_CHARACTERS),
    timerange: effectiveRange(range),
    // Those that the search itself names, not all that the user may read.
    streams: streamsOfFilter(queries[at]?.filter).slice(0, MAX_LISTED_STREAMS),
  }))

/** A query that names no stream searches all streams that the caller may read, except event streams. */
async function withDefaultStreams(
  streams: StreamAccess,
  caller: Caller,
  queries: readonly SearchQuery[],
): Promise<readonly SearchQuery[]> {
  if (queries.every(({ filter }) => streamsOfFilter(filter).length > 0)) return queries
  const readable = await streams.requireSome(caller)
  return queries.map((query) =>
    streamsOfFilter(query.filter).length > 0 ? query : { ...query, filter: withStreams(query.filter, readable) },
  )
}

const isAdministrator = (caller: Caller) => caller.holds('*')

const mayReplace = (caller: Caller, { owner_id }: StoredSearch) => owner_id === caller.userId || isAdministrator(caller)

const searchAnswer = (search: StoredSearch): Search => ({
  id: search.id,
  queries: [...search.queries],
  parameters: [...search.parameters],
  requires: {},
  owner: search.owner,
  created_at: search.created_at,
})

/** Every stream that the query names or its search types always read. */
const streamsOfQuery = (query: SearchQuery): readonly string[] => [
  ...streamsOfFilter(query.filter),
  ...(query.search_types ?? [])
    .filter(isKnownSearchType)
    .flatMap((searchType) => [...(searchType.streams ?? []), ...(fixedStreamsOf(searchType) ?? [])]),
]

const declaredParameters = (parameters: readonly Parameter[]) =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]))

function metadataOf(search: Pick<StoredSearch, 'queries' | 'parameters'>): SearchMetadata {
  return {
    query_metadata: Object.fromEntries(
      search.queries.map((query) => [
        query.id,
        { used_parameters_names: [...parameterNames(textsOfQuery(query))], referenced_queries: [] },
      ]),
    ),
    declared_parameters: declaredParameters(search.parameters),
  }
}
