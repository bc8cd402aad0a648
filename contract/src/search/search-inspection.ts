/** What one execution of a search asks the engine, and where its time goes. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable, refusedBody } from '../http/envelope.ts'
import { inArea, LARGE_BODY_BYTES, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { ExecutionState } from './search-jobs.ts'
import { MissingCapabilities, refusedSearch, SearchDraft } from './searches.ts'

const closed = { additionalProperties: false } as const

export const InspectedStatement = Type.Object(
  {
    search_type_id: nullable(Type.String({ description: 'Null if several search types share it' })),
    sql: Type.String({ description: 'As it was executed, with its values and the streams of the caller' }),
    waiting_ms: Type.Number({ minimum: 0, description: 'For its turn among the statements of all users' }),
    took_ms: Type.Number({ minimum: 0, description: 'From then on until its last row has arrived' }),
    engine_ms: nullable(
      Type.Number({
        minimum: 0,
        description: 'As the engine says; null if it does not, and unless the caller may read all streams',
      }),
    ),
    rows: nullable(Type.Integer({ minimum: 0, description: 'Rows read; null unless the caller may read all streams' })),
    bytes: nullable(
      Type.Integer({
        minimum: 0,
        description: 'Of columns, not compressed; null unless the caller may read all streams',
      }),
    ),
    answer_bytes: Type.Integer({ minimum: 0, description: 'Of the rows that it found' }),
    has_failed: Type.Boolean(),
  },
  { title: 'InspectedStatement' },
)
export type InspectedStatement = Static<typeof InspectedStatement>

export const SearchInspection = Type.Object(
  {
    statements: Type.Array(InspectedStatement, {
      description: 'In the order in which they began. Aggregations that are kept in memory need none',
    }),
    left_out: Type.Integer({ minimum: 0, description: 'Statements beyond the limits of an inspection' }),
    took_ms: Type.Number({ minimum: 0, description: 'From planning to the end of the last search type' }),
    answer_bytes: Type.Integer({ minimum: 0, description: 'Of the whole answer, not compressed' }),
  },
  { title: 'SearchInspection' },
)
export type SearchInspection = Static<typeof SearchInspection>

export const InspectionRequest = Type.Object(
  { search: SearchDraft, execution_state: Type.Optional(nullable(ExecutionState)) },
  { title: 'InspectionRequest', ...closed },
)
export type InspectionRequest = Static<typeof InspectionRequest>

const { post } = inArea('search')

export const inspectSearch = post('/logyard/search/inspect', {
  id: 'logyard.search.inspect',
  summary: 'Execute a search, and answer its statements and their times in place of its results',
  access: signedIn,
  audit: RUNS_SEARCH,
  body: InspectionRequest,
  bodyBytes: LARGE_BODY_BYTES,
  answers: {
    200: SearchInspection,
    400: refusedBody,
    403: refusedSearch,
    409: MissingCapabilities,
    429: ApiError,
    500: ApiError,
  },
})
