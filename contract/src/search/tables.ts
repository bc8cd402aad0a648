/** Tables of queries with steps: `level:3 | stats count() by source`. The views API knows no steps. */
import { type Static, Type } from 'typebox'
import { int, MAX_LIST } from '../http/bounds.ts'
import { ApiError, MissingStreamPermissionError, nullable } from '../http/envelope.ts'
import { mapOf } from '../http/open-parts.ts'
import { inArea, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { messageSelection } from './message-selection.ts'
import { QueryFix } from './search-validation.ts'
import { Binding, Parameter } from './searches.ts'
import { EffectiveRange } from './time-ranges.ts'

/** Rows of an answer. */
export const MAX_TABLE_ROWS = 10_000

/** Among the running searches a client finds its request by it. */
export const RequestTag = Type.Optional(
  Type.String({
    pattern: '^[\\w-]{1,64}$',
    maxLength: 64,
    description: 'Names the request in `GET /logyard/search/jobs` while it runs',
  }),
)

export const TableRequest = Type.Object(
  {
    ...messageSelection,
    query: Type.String({ description: 'A query with steps, such as `level:3 | stats count() by source`' }),
    parameters: Type.Optional(nullable(Type.Array(Parameter, { maxItems: MAX_LIST }))),
    parameter_bindings: Type.Optional(nullable(mapOf(Binding))),
    limit: Type.Optional(int({ minimum: 1, maximum: MAX_TABLE_ROWS, description: 'Rows; 1000 by default' })),
    tag: RequestTag,
  },
  { title: 'TableRequest', additionalProperties: false },
)
export type TableRequest = Static<typeof TableRequest>

export const QueryTableColumn = Type.Object(
  {
    name: Type.String(),
    type: Type.Enum(['text', 'number', 'boolean', 'time']),
    field: Type.Optional(Type.String({ description: 'The field whose values these are, unchanged' })),
  },
  { title: 'QueryTableColumn' },
)
export type QueryTableColumn = Static<typeof QueryTableColumn>

export const QueryTable = Type.Object(
  {
    columns: Type.Array(QueryTableColumn),
    effective_timerange: EffectiveRange,
    is_complete: Type.Boolean({ description: 'All rows are here; false if there are more than the limit' }),
    chart: nullable(
      Type.Object(
        {
          over: Type.Enum(['time', 'values']),
          keys: Type.Integer({ description: 'The first columns tell the rows apart; the others are figures' }),
        },
        { title: 'QueryTableChart', description: 'How the rows are best drawn; null for rows that are no figures' },
      ),
    ),
    datarows: Type.Array(Type.Array(Type.Unknown()), {
      description: 'A value for each column: null if it is missing, ISO 8601 in UTC for a time',
    }),
  },
  { title: 'QueryTable' },
)
export type QueryTable = Static<typeof QueryTable>

/** The problems of the steps of a query, with their places and fixes. */
export const QueryStepsError = Type.Object(
  {
    type: Type.Literal('QueryStepsError'),
    message: Type.String(),
    problems: Type.Array(
      Type.Object({
        message: Type.String(),
        from: Type.Integer({ description: 'In UTF-16 units of the query' }),
        to: Type.Integer(),
        fix: Type.Optional(QueryFix),
      }),
    ),
  },
  { title: 'QueryStepsError' },
)
export type QueryStepsError = Static<typeof QueryStepsError>

const { post } = inArea('search')

export const tabulateQuery = post('/logyard/search/tables', {
  id: 'logyard.search.tables',
  summary: 'The table of a query with steps; as CSV or as lines of JSON if the client accepts only these',
  access: signedIn,
  audit: RUNS_SEARCH,
  body: TableRequest,
  produces: ['application/json', 'text/csv', 'application/x-ndjson'],
  answers: {
    200: QueryTable,
    400: Type.Union([ApiError, QueryStepsError]),
    403: MissingStreamPermissionError,
    409: ApiError,
  },
})
