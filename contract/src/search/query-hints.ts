/** Suggests other queries than the one that was executed, based on the stored messages. */
import { type Static, Type } from 'typebox'
import { ApiError, MissingStreamPermissionError } from '../http/envelope.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { messageSelection } from './message-selection.ts'
import { QueryExplanation } from './search-validation.ts'

export const QueryHintsRequest = Type.Object(
  {
    ...messageSelection,
    found_nothing: Type.Boolean({ description: 'The query finds no messages in the time range' }),
  },
  { title: 'QueryHintsRequest', additionalProperties: false },
)

export const QueryHints = Type.Object(
  { explanations: Type.Array(QueryExplanation, { description: 'At most two, whose fixes find messages' }) },
  { title: 'QueryHints' },
)
export type QueryHints = Static<typeof QueryHints>

const { post } = inArea('search')

export const getQueryHints = post('/logyard/search/hints', {
  id: 'logyard.search.hints',
  summary: 'Suggest changes of a query that find messages, with their counts',
  access: signedIn,
  audit: READS_ONLY,
  body: QueryHintsRequest,
  answers: { 200: QueryHints, 400: ApiError, 403: MissingStreamPermissionError },
})
