/** Executions of searches: their state, progress and results. */
import { type Static, Type } from 'typebox'
import { int, MAX_LIST } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, refusedBody } from '../http/envelope.ts'
import { ANY_JSON, mapOf } from '../http/open-parts.ts'
import { inArea, LARGE_BODY_BYTES, NoBody, READS_ONLY, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { SearchTypeResult } from './search-results.ts'
import { BackendQuery } from './search-types.ts'
import { Binding, MissingCapabilities, refusedSearch, SearchDraft, SearchQuery } from './searches.ts'
import { EffectiveRange, type TimeRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const

export const QueryOverride = Type.Object(
  {
    timerange: Type.Optional(
      Type.Unsafe<TimeRange | null>({
        description: 'A TimeRange; one that cannot be read is ignored',
        [ANY_JSON]: 'An invalid time range is ignored',
      }),
    ),
    query: Type.Optional(nullable(BackendQuery)),
    keep_search_types: Type.Optional(
      nullable(Type.Array(Type.String(), { maxItems: MAX_LIST, description: 'The others are left out' })),
    ),
    search_types: Type.Optional(
      nullable(
        mapOf(Type.Object({ limit: Type.Optional(int()), offset: Type.Optional(int()) }, closed), {
          description: 'By id, for lists of messages',
        }),
      ),
    ),
  },
  { title: 'QueryOverride', ...closed },
)
export type QueryOverride = Static<typeof QueryOverride>

export const ExecutionState = Type.Object(
  {
    parameter_bindings: Type.Optional(nullable(mapOf(Binding))),
    global_override: Type.Optional(nullable(QueryOverride)),
    queries: Type.Optional(
      nullable(mapOf(nullable(QueryOverride), { description: 'By query id; without a global_override' })),
    ),
  },
  { title: 'ExecutionState', ...closed },
)
export type ExecutionState = Static<typeof ExecutionState>

export const SearchError = Type.Object(
  {
    type: Type.Union([
      Type.Literal('query'),
      Type.Literal('search_type'),
      Type.Literal('result_window_limit'),
      Type.Literal('unbound_parameter'),
    ]),
    description: Type.String(),
    code: Type.Optional(Type.Literal('search-cancelled', { description: 'The search was stopped; on no other error' })),
    query_id: Type.String(),
    search_type_id: Type.Optional(Type.String()),
    result_window_limit: Type.Optional(Type.Integer()),
    parameter: Type.Optional(Type.String()),
    backtrace: Type.Optional(Type.String()),
  },
  { title: 'SearchError' },
)
export type SearchError = Static<typeof SearchError>

/** Only with `LOGYARD_CLICKHOUSE_MISSING_SHARD=skip`. */
export const MissingShards = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1 }), {
    description: 'The shards of a ClickHouse cluster that do not respond: their messages are missing',
  }),
)

export const QueryResult = Type.Object(
  {
    query: SearchQuery,
    execution_stats: Type.Object({
      duration: Type.Integer({ description: 'Milliseconds' }),
      timestamp: IsoInstant,
      effective_timerange: EffectiveRange,
      missing_shards: MissingShards,
      reads_cold_storage: Type.Optional(
        Type.Literal(true, { description: 'A part of the range is in cold storage, which is slower' }),
      ),
    }),
    search_types: Type.Record(Type.String(), SearchTypeResult, { description: 'By id; those that failed are missing' }),
    errors: Type.Array(SearchError),
    state: Type.Union([Type.Literal('COMPLETED'), Type.Literal('FAILED'), Type.Literal('INCOMPLETE')]),
  },
  { title: 'QueryResult' },
)
export type QueryResult = Static<typeof QueryResult>

/** The progress of a query that is still running. */
export const QueryProgress = Type.Object(
  {
    search_types: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    covered: nullable(EffectiveRange),
    range: EffectiveRange,
  },
  {
    title: 'QueryProgress',
    description: 'Number of completed search types, and the part of the range, newest first, covered by all of them',
  },
)
export type QueryProgress = Static<typeof QueryProgress>

/** Progress of a search or an export that takes longer than a second. */
export const WorkProgress = Type.Object(
  {
    percent: Type.Integer({ minimum: 0, maximum: 99, description: 'Never decreases' }),
    seconds_left: nullable(Type.Integer({ minimum: 0, description: 'An estimate; null until there is one' })),
    rows_read: nullable(Type.Integer({ description: 'Null unless the caller may read all streams' })),
    rows_total: nullable(Type.Integer({ description: 'About that many; null unless the caller may read all streams' })),
  },
  { title: 'WorkProgress', description: 'How much of what the engine has to read is read' },
)
export type WorkProgress = Static<typeof WorkProgress>

export const WorkCost = Type.Object(
  {
    rows: nullable(Type.Integer({ description: 'Null unless the caller may read all streams' })),
    bytes: nullable(
      Type.Integer({ description: 'Of columns, not compressed; null unless the caller may read all streams' }),
    ),
    milliseconds: Type.Integer(),
  },
  { title: 'WorkCost', description: 'Rows and bytes that the engine has read so far, and the running time' },
)
export type WorkCost = Static<typeof WorkCost>

export const SearchJob = Type.Object(
  {
    id: Type.String(),
    search_id: Type.String(),
    owner: Type.String({ description: 'User name' }),
    execution: Type.Object({
      done: Type.Boolean(),
      cancelled: Type.Boolean(),
      completed_exceptionally: Type.Boolean({ description: 'There are errors' }),
      progress: Type.Optional(WorkProgress),
      cost: WorkCost,
    }),
    results: Type.Record(Type.String(), QueryResult, { description: 'By query id; finished ones only' }),
    errors: Type.Optional(Type.Array(SearchError, { description: 'Of all queries; missing when there are none' })),
    progress: Type.Optional(
      Type.Record(Type.String(), QueryProgress, { description: 'By query id; of those that still run' }),
    ),
    partial_results: Type.Optional(
      Type.Record(Type.String(), QueryResult, {
        description: 'With `partial`: of running queries. Message lists have the newest messages so far',
      }),
    ),
  },
  { title: 'SearchJob' },
)
export type SearchJob = Static<typeof SearchJob>

const { get, post, del } = inArea('search')

export const executeSearch = post('/views/search/{id}/execute', {
  id: 'views_search.execute',
  summary: 'Start a search; needs `streams:read` on every stream that it searches',
  access: signedIn,
  audit: READS_ONLY,
  body: ExecutionState,
  bodyOptional: true,
  answers: { 201: SearchJob, 400: ApiError, 403: refusedSearch, 404: ApiError, 409: MissingCapabilities },
})

export const getSearchJob = get('/views/search/status/{jobId}', {
  id: 'views_search.status',
  summary: 'Results so far of one of your executions',
  access: signedIn,
  query: Type.Object({
    partial: Type.Optional(Type.Boolean({ description: 'Includes results of running queries' })),
  }),
  answers: { 200: SearchJob, 404: ApiError },
})

export const runSearch = post('/views/search/sync', {
  id: 'views_search.sync',
  summary: 'Execute a search without storing it, and wait for the results',
  access: signedIn,
  audit: READS_ONLY,
  query: Type.Object({
    timeout: Type.Optional(int({ minimum: 1, description: 'Milliseconds; 60000 by default' })),
  }),
  body: SearchDraft,
  bodyBytes: LARGE_BODY_BYTES,
  answers: {
    200: SearchJob,
    400: refusedBody,
    403: refusedSearch,
    409: MissingCapabilities,
    500: ApiError,
  },
})

export const cancelSearchJob = del('/views/search/cancel/{jobId}', {
  id: 'views_search.cancel',
  summary: 'Stop one of your executions; results so far stay available',
  access: signedIn,
  audit: RUNS_SEARCH,
  answers: { 204: NoBody, 404: ApiError },
})
