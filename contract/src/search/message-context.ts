/** The messages right before and after a message. */
import { type Static, Type } from 'typebox'
import { MAX_STREAMS } from '../http/bounds.ts'
import { ApiError, IsoInstant, MissingStreamPermissionError } from '../http/envelope.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { MessageHit } from './search-results.ts'

export const MAX_CONTEXT = 500

const count = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CONTEXT, description: '20 by default' }))

export const ContextRequest = Type.Object(
  {
    index: Type.String(),
    id: Type.String(),
    timestamp: Type.Optional(
      Type.String({
        ...IsoInstant,
        description: 'Timestamp of the message, if known: speeds up the request without changing the result',
      }),
    ),
    before: count,
    after: count,
    fields: Type.Optional(
      Type.Array(Type.String(), {
        description: 'A neighbour has the same values in these; the fields that the message lacks are left out',
        maxItems: 20,
      }),
    ),
    streams: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MAX_STREAMS,
        description: 'In any of them; all that the caller may read when it is empty',
      }),
    ),
  },
  { title: 'ContextRequest', additionalProperties: false },
)
export type ContextRequest = Static<typeof ContextRequest>

export const MessageContext = Type.Object(
  {
    before: Type.Array(MessageHit, { description: 'Oldest first' }),
    after: Type.Array(MessageHit, { description: 'Oldest first' }),
    linked_by: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The fields that were compared, with values',
    }),
  },
  { title: 'MessageContext' },
)
export type MessageContext = Static<typeof MessageContext>

const { post } = inArea('search')

export const getMessageContext = post('/logyard/search/context', {
  id: 'logyard.search.context',
  summary: 'Messages before and after one message',
  access: signedIn,
  audit: READS_ONLY,
  body: ContextRequest,
  answers: { 200: MessageContext, 400: ApiError, 403: MissingStreamPermissionError, 404: ApiError },
})
