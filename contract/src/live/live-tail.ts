/** Live tail: messages as they are stored, by server-sent events. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant, MissingStreamPermissionError } from '../http/envelope.ts'
import { inArea, Raw, signedIn } from '../http/operation.ts'
import { MessageHit } from '../search/search-results.ts'

/** The data of a `messages` event. To resume after a lost connection, send its event id as Last-Event-ID. */
export const TailMessages = Type.Object(
  { messages: Type.Array(MessageHit, { description: 'In the order of receipt' }) },
  { title: 'TailMessages' },
)
export type TailMessages = Static<typeof TailMessages>

/** The data of a `rate` event, one a second. */
export const TailRate = Type.Object(
  {
    matched: Type.Integer({ description: 'Messages that matched in the last second' }),
    sent: Type.Integer({ description: 'Of them, those that were sent' }),
    sample: Type.Number({ description: '1 when all are sent; 0.1 for every tenth, evenly chosen' }),
    at: IsoInstant,
  },
  { title: 'TailRate' },
)
export type TailRate = Static<typeof TailRate>

/** The data of a `gap` event: more messages were missed than can be resent. */
export const TailGap = Type.Object(
  { missed: Type.Integer({ description: 'At least; look into a search for them' }) },
  { title: 'TailGap' },
)
export type TailGap = Static<typeof TailGap>

/** The data of a `nodes` event: their messages are missing until the client connects again. */
export const TailNodes = Type.Object(
  { missing: Type.Array(Type.String(), { description: 'Ids of nodes that stopped sending' }) },
  { title: 'TailNodes' },
)
export type TailNodes = Static<typeof TailNodes>

const { get } = inArea('search')

export const tailMessages = get('/logyard/search/tail', {
  id: 'logyard.search.tail',
  summary: 'Matching messages as they arrive: events `messages`, `rate`, `gap` and `nodes`',
  access: signedIn,
  query: Type.Object({
    query: Type.Optional(Type.String({ description: 'Empty or * for everything' })),
    streams: Type.Optional(Type.String({ description: 'Ids with commas; all that the caller may read without any' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5000,
        description: 'Messages a second above which it samples; 500 by default',
      }),
    ),
    last_event_id: Type.Optional(Type.String({ description: 'As the header Last-Event-ID' })),
  }),
  produces: ['text/event-stream'],
  headRefused: true,
  answers: { 200: Raw, 400: ApiError, 403: MissingStreamPermissionError },
})
