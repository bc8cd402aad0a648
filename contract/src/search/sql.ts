/** SQL over the messages that the caller may read. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, MissingStreamPermissionError } from '../http/envelope.ts'
import { inArea, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { messageSelection } from './message-selection.ts'
import { MAX_TABLE_ROWS, QueryTable, RequestTag } from './tables.ts'

export const SqlRequest = Type.Object(
  {
    ...messageSelection,
    sql: Type.String({
      description:
        "A SELECT over the table messages: the selected ones. `query('level:3')` is true for those that match a query",
    }),
    limit: Type.Optional(int({ minimum: 1, maximum: MAX_TABLE_ROWS, description: 'Rows; 1000 by default' })),
    tag: RequestTag,
  },
  { title: 'SqlRequest', additionalProperties: false },
)
export type SqlRequest = Static<typeof SqlRequest>

/** The problem of a statement, and its place. */
export const SqlError = Type.Object(
  {
    type: Type.Literal('SqlError'),
    message: Type.String(),
    from: Type.Optional(Type.Integer({ description: 'In UTF-16 units of the statement' })),
    to: Type.Optional(Type.Integer()),
  },
  { title: 'SqlError' },
)
export type SqlError = Static<typeof SqlError>

const { post } = inArea('search')

export const runSql = post('/logyard/search/sql', {
  id: 'logyard.search.sql',
  summary: 'The table of an SQL statement over messages; as CSV or as lines of JSON if the client accepts only these',
  access: signedIn,
  audit: RUNS_SEARCH,
  body: SqlRequest,
  produces: ['application/json', 'text/csv', 'application/x-ndjson'],
  answers: { 200: QueryTable, 400: Type.Union([ApiError, SqlError]), 403: MissingStreamPermissionError, 409: ApiError },
})
