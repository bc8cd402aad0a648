/** Searches: stored queries that can be executed any number of times. */
import { type Static, Type } from 'typebox'
import { MAX_LIST } from '../http/bounds.ts'
import { ApiError, IsoInstant, MissingStreamPermissionError, nullable, refusedBody } from '../http/envelope.ts'
import { anyJson, freeMap } from '../http/open-parts.ts'
import { inArea, LARGE_BODY_BYTES, READS_ONLY, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { BackendQuery, SERIES_FUNCTIONS, SearchFilter, SearchType } from './search-types.ts'
import { TimeRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const

export const SearchQuery = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    timerange: TimeRange,
    filter: Type.Optional(nullable(SearchFilter)),
    query: BackendQuery,
    search_types: Type.Optional(nullable(Type.Array(SearchType, { maxItems: MAX_LIST }))),
  },
  { title: 'SearchQuery', ...closed },
)
export type SearchQuery = Static<typeof SearchQuery>

export const Binding = Type.Object(
  {
    type: Type.String({ description: '`value`; other types are stored and bind nothing' }),
    value: Type.Optional(anyJson('The value of a parameter; it becomes a text')),
  },
  { title: 'Binding', ...closed },
)
export type Binding = Static<typeof Binding>

/** `$name$` in a query string. */
export const PARAMETER_NAME = '^[A-Za-z_]\\w*$'

export const Parameter = Type.Object(
  {
    type: Type.Optional(Type.String({ description: 'value-parameter-v1 by default' })),
    name: Type.String({ pattern: PARAMETER_NAME }),
    title: Type.Optional(nullable(Type.String())),
    description: Type.Optional(nullable(Type.String())),
    data_type: Type.Optional(nullable(Type.String({ description: 'any by default' }))),
    default_value: Type.Optional(anyJson('The value of a parameter; it becomes a text')),
    optional: Type.Optional(Type.Boolean({ description: 'Without a value it is replaced by nothing' })),
    binding: Type.Optional(nullable(Binding)),
    lookup_table: Type.Optional(nullable(Type.String())),
    key: Type.Optional(nullable(Type.String())),
  },
  { title: 'Parameter', ...closed },
)
export type Parameter = Static<typeof Parameter>

export const Capability = Type.Object(
  {
    unique_id: Type.String(),
    name: Type.String(),
    author: Type.String(),
    url: Type.String(),
    version: Type.String(),
    description: Type.String(),
  },
  { title: 'Capability' },
)

export const SearchDraft = Type.Object(
  {
    id: Type.Optional(nullable(Type.String({ description: '24 hex digits that the client makes up' }))),
    queries: Type.Optional(nullable(Type.Array(SearchQuery, { maxItems: MAX_LIST }))),
    parameters: Type.Optional(nullable(Type.Array(Parameter, { maxItems: MAX_LIST }))),
    requires: Type.Optional(nullable(freeMap('By capability; only the names are read'))),
    owner: Type.Optional(nullable(Type.String({ description: 'Ignored: it is the caller' }))),
    created_at: Type.Optional(nullable(Type.String())),
  },
  { title: 'SearchDraft', ...closed },
)
export type SearchDraft = Static<typeof SearchDraft>

export const Search = Type.Object(
  {
    id: Type.String(),
    queries: Type.Array(SearchQuery),
    parameters: Type.Array(Parameter),
    requires: Type.Record(Type.String(), Capability, { description: 'Nothing: whatever a search needs is there' }),
    owner: nullable(Type.String({ description: 'User name' })),
    created_at: IsoInstant,
  },
  { title: 'Search' },
)
export type Search = Static<typeof Search>

export const SearchMetadata = Type.Object(
  {
    query_metadata: Type.Record(
      Type.String(),
      Type.Object({
        used_parameters_names: Type.Array(Type.String()),
        referenced_queries: Type.Array(Type.String()),
      }),
      { description: 'By query id' },
    ),
    declared_parameters: Type.Record(Type.String(), Parameter, { description: 'By name' }),
  },
  { title: 'SearchMetadata' },
)
export type SearchMetadata = Static<typeof SearchMetadata>

export const MissingCapabilities = Type.Object(
  { error: Type.String(), missing: Type.Record(Type.String(), Type.Unknown()) },
  { title: 'MissingCapabilities' },
)

const SeriesFunction = Type.Object({ type: Type.String() })
export const SeriesFunctions = Type.Object(Object.fromEntries(SERIES_FUNCTIONS.map((name) => [name, SeriesFunction])), {
  title: 'SeriesFunctions',
})

const { get, post } = inArea('search')
export const refusedSearch = Type.Union([ApiError, MissingStreamPermissionError])

export const createSearch = post('/views/search', {
  id: 'views_search.create',
  summary: 'Store a search, or replace one of your own; needs `streams:read` on the streams that it names',
  access: signedIn,
  audit: RUNS_SEARCH,
  body: SearchDraft,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 201: Search, 400: refusedBody, 403: refusedSearch, 409: MissingCapabilities },
})

export const listSearches = get('/views/search', {
  id: 'views_search.list',
  summary: 'Your searches, and those of the views that you may read',
  access: signedIn,
  answers: { 200: Type.Array(Search) },
})

export const getSearch = get('/views/search/{id}', {
  id: 'views_search.get',
  summary: 'A stored search of the caller, or of a view that the caller may read',
  access: signedIn,
  answers: { 200: Search, 403: ApiError, 404: ApiError },
})

export const describeSearch = post('/views/search/metadata', {
  id: 'views_search.metadata',
  summary: 'Which parameters a search declares and uses, without storing it',
  access: signedIn,
  audit: READS_ONLY,
  body: SearchDraft,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: SearchMetadata, 400: refusedBody },
})

export const describeStoredSearch = get('/views/search/metadata/{id}', {
  id: 'views_search.metadata_by_id',
  summary: 'Which parameters a stored search declares and uses',
  access: signedIn,
  answers: { 200: SearchMetadata, 403: ApiError, 404: ApiError },
})

export const listSeriesFunctions = get('/views/functions', {
  id: 'views_functions.list',
  summary: 'Functions available for a series of an aggregation',
  access: signedIn,
  answers: { 200: SeriesFunctions },
})
