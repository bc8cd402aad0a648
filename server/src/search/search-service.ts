/**
 * Searches: what is stored of them, who may have them, and their execution. Streams are added and checked here, at each
 * execution; owning a search, or seeing it in a view, never replaces the permission to read its streams.
 */
import type { ExecutionState } from '@logyard/contract/search/search-jobs'
import type { QueryValidation, QueryValidationRequest } from '@logyard/contract/search/search-validation'
import type { Parameter, Search, SearchDraft, SearchMetadata, SearchQuery } from '@logyard/contract/search/searches'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError, notAuthorized } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import { EVENT_STREAM_IDS, type StreamAccess } from '../streams/stream-access.ts'
import { createParameterValues } from './plan/parameters.ts'
import { type FailedPlan, planQuery, type QueryPlan } from './plan/plan-query.ts'
import { type ReadSearch, readSearch } from './plan/read-search.ts'
import { queryTextsOfFilter, streamsOfFilter, withStreams } from './plan/search-filter.ts'
import { validateQueryText } from './plan/validate-query.ts'
import { executeQuery } from './run/execute-query.ts'
import type { Job, SearchJobs } from './run/search-jobs.ts'
import type { SearchTypeRunners } from './run/search-types.ts'
import { type StoredSearch, searchCollection } from './search-store.ts'
import { isKnownSearchType } from './search-type.ts'
import type { SearchEngines } from './statements/search-engine.ts'
import { createSlots } from './statements/slots.ts'

/** What searches have to know of the views that show them. */
export interface SearchViews {
  /** Whether the caller may read a view that shows the search. */
  mayReadThrough(caller: Caller, searchId: string): Promise<boolean>
  /** The searches of the views that the caller may read. */
  readableSearchIds(caller: Caller): Promise<readonly string[]>
}

export interface SearchesDeps {
  readonly settings: SettingsStore
  readonly streams: StreamAccess
  readonly views: SearchViews
  readonly engine: SearchEngines
  readonly runners: SearchTypeRunners
  readonly fields: { schema(): Promise<FieldSchema> }
  readonly jobs: SearchJobs
  readonly allowLeadingWildcard: boolean
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

export interface PlannedSearch {
  readonly queries: readonly (QueryPlan | FailedPlan)[]
  readonly schema: FieldSchema
  readonly nowMs: number
}

export interface Searches {
  save(caller: Caller, draft: SearchDraft): Promise<Search>
  /** For the commit that installs something that shows it: a search that belongs to nobody. */
  inserting(draft: SearchDraft): Write
  /** Own searches and those of readable views. */
  list(caller: Caller): Promise<readonly Search[]>
  get(caller: Caller, id: string): Promise<Search>
  /** Throws as `get` does. */
  requireReadable(caller: Caller, id: string): Promise<void>
  /** Whether there is one, readable or not. */
  exists(id: string): Promise<boolean>
  /** Streams that any of its queries and search types names. */
  streamsOf(id: string): Promise<readonly string[]>
  /** Its declared parameters by name. */
  parametersOf(id: string): Promise<Readonly<Record<string, Parameter>>>
  describe(draft: SearchDraft): SearchMetadata
  describeStored(caller: Caller, id: string): Promise<SearchMetadata>
  validate(caller: Caller, request: QueryValidationRequest): Promise<QueryValidation>
  execute(caller: Caller, id: string, state: ExecutionState): Promise<Job>
  /** What would run now, after `change`; nothing runs. */
  plan(
    caller: Caller,
    id: string,
    state: ExecutionState,
    change: (queries: readonly SearchQuery[]) => readonly SearchQuery[],
  ): Promise<PlannedSearch>
  /** Without storing it. */
  run(caller: Caller, draft: SearchDraft): Promise<Job>
}

/** Of one search: while they run they hold their rows. */
export const SEARCH_TYPES_AT_ONCE = 4

const searchNotFound = (id: string) =>
  new LogyardError('not-found', 'search-not-found', `Search with id ${id} does not exist`)
const searchOfAnother = (id: string) =>
  new LogyardError('denied', 'search-of-another', `Search ${id} belongs to somebody else, who alone may change it`)

export function createSearches(deps: SearchesDeps): Searches {
  const { streams, views, jobs, clock, ids } = deps
  const store = deps.settings.collection(searchCollection)
  const read = (draft: SearchDraft) => readSearch(draft, { newId: ids.next, now: clock.now() })

  async function getReadable(caller: Caller, id: string): Promise<StoredSearch> {
    const search = await store.find(id)
    if (search === undefined) throw searchNotFound(id)
    if (search.owner_id === caller.userId || isAdministrator(caller)) return search
    if (await views.mayReadThrough(caller, id)) return search
    throw notAuthorized(id)
  }

  async function plan(
    caller: Caller,
    { queries: asked, parameters }: Pick<StoredSearch, 'queries' | 'parameters'>,
    state: ExecutionState,
  ): Promise<PlannedSearch> {
    const queries = await withDefaultStreams(caller, asked)
    streams.require(caller, queries.flatMap(streamsOfQuery))
    const schema = await deps.fields.schema()
    const nowMs = clock.now().getTime()
    const values = createParameterValues(parameters, state.parameter_bindings ?? {})
    const { allowLeadingWildcard } = deps
    const permit = (ids: readonly string[]) => streams.require(caller, ids)
    return {
      queries: queries.map((query) => planQuery(query, { state, values, nowMs, allowLeadingWildcard, permit })),
      schema,
      nowMs,
    }
  }

  async function start(caller: Caller, search: ReadSearch, state: ExecutionState): Promise<Job> {
    const { queries, schema, nowMs } = await plan(caller, search, state)
    const { runners, log } = deps
    return jobs.start(caller, search.id, ({ signal, budget }) => {
      const engine = deps.engine.of({ user: caller.userId, budget })
      const turns = createSlots({ places: SEARCH_TYPES_AT_ONCE, placesKept: 0, waiting: Number.POSITIVE_INFINITY })
      const facts = { engine, runners, schema, clock, log, nowMs, signal, budget, turns }
      return new Map(queries.map((planned) => [planned.query.id, executeQuery(planned, facts)]))
    })
  }

  /** A query that names no stream searches all that the caller may read, but those of events. */
  async function withDefaultStreams(caller: Caller, queries: readonly SearchQuery[]): Promise<readonly SearchQuery[]> {
    if (queries.every(({ filter }) => streamsOfFilter(filter).length > 0)) return queries
    const readable = await streams.requireSome(caller)
    return queries.map((query) =>
      streamsOfFilter(query.filter).length > 0 ? query : { ...query, filter: withStreams(query.filter, readable) },
    )
  }

  return {
    async save(caller, draft) {
      const search = read(draft)
      streams.require(caller, search.queries.flatMap(streamsOfQuery))
      const owned = { ...search, owner: caller.username, owner_id: caller.userId }
      const known = await store.find(search.id)
      const isForeign = known !== undefined && known.owner_id !== caller.userId
      if (isForeign && !isAdministrator(caller)) throw searchOfAnother(search.id)
      return searchAnswer(await store.put(owned))
    },
    inserting: (draft) => store.inserting({ ...read(draft), owner: null, owner_id: null }),
    async list(caller) {
      const own = await store.listBy('owner_id', caller.userId)
      const ownIds = new Set(own.map(({ id }) => id))
      const others = (await views.readableSearchIds(caller)).filter((id) => !ownIds.has(id))
      return [...own, ...(await store.findMany([...new Set(others)]))].map(searchAnswer)
    },
    get: async (caller, id) => searchAnswer(await getReadable(caller, id)),
    async requireReadable(caller, id) {
      await getReadable(caller, id)
    },
    exists: async (id) => (await store.find(id)) !== undefined,
    streamsOf: async (id) => [...new Set((await store.find(id))?.queries.flatMap(streamsOfQuery))],
    parametersOf: async (id) => declaredParameters((await store.find(id))?.parameters ?? []),
    describe: (draft) => metadataOf(read(draft)),
    describeStored: async (caller, id) => metadataOf(await getReadable(caller, id)),
    async validate(caller, request) {
      streams.require(caller, request.streams ?? [])
      await streams.requireSome(caller)
      return validateQueryText(request, await deps.fields.schema(), deps)
    },
    execute: async (caller, id, state) => start(caller, await getReadable(caller, id), state),
    async plan(caller, id, state, change) {
      const search = await getReadable(caller, id)
      return await plan(caller, { ...search, queries: [...change(search.queries)] }, state)
    },
    run: (caller, draft) => start(caller, read(draft), {}),
  }
}

const isAdministrator = (caller: Caller) => caller.holds('*')

const searchAnswer = (search: StoredSearch): Search => ({
  id: search.id,
  queries: [...search.queries],
  parameters: [...search.parameters],
  requires: {},
  owner: search.owner,
  created_at: search.created_at,
})

/** Every stream that it names; a list of events reads both streams of events. */
const streamsOfQuery = (query: SearchQuery): readonly string[] => [
  ...streamsOfFilter(query.filter),
  ...(query.search_types ?? [])
    .filter(isKnownSearchType)
    .flatMap((searchType) => [
      ...(searchType.streams ?? []),
      ...(searchType.type === 'events' ? EVENT_STREAM_IDS : []),
    ]),
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

const textsOfQuery = (query: SearchQuery): readonly string[] => [
  query.query.query_string,
  ...queryTextsOfFilter(query.filter),
  ...(query.search_types ?? [])
    .filter(isKnownSearchType)
    .flatMap((searchType) => [
      ...(searchType.query ? [searchType.query.query_string] : []),
      ...queryTextsOfFilter(searchType.filter),
    ]),
]
