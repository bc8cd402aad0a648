/** One message: as stored, split into words, or decoded by a codec. */
import { type Static, Type } from 'typebox'
import { ApiError, BeanValidationErrors, IsoInstant, nullable } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { holds, inArea, LARGE_BODY_BYTES, ownerDecides, READS_ONLY, signedIn } from '../http/operation.ts'

export const ResultMessage = Type.Object(
  {
    message: Type.Object({
      id: Type.String(),
      timestamp: IsoInstant,
      message: Type.String(),
      source: Type.String(),
      fields: Type.Record(Type.String(), Type.Unknown(), {
        description: 'The whole document. Whole numbers have all their digits on the wire',
      }),
      stream_ids: Type.Array(Type.String()),
      field_names: Type.Array(Type.String()),
      field_count: Type.Integer(),
      size: Type.Integer({ description: 'Bytes that it counts in volumes' }),
      streams: Type.Array(Type.Unknown(), { description: 'Always empty' }),
      index_sets: Type.Array(Type.Unknown(), { description: 'Always empty' }),
      source_input_id: nullable(Type.String()),
      inet_address: nullable(Type.String()),
      is_source_inet_address: Type.Boolean(),
      filter_out: Type.Boolean(),
      complete: Type.Boolean(),
      validation_errors: Type.String(),
      fields_entries: Type.Array(Type.Unknown(), { description: 'Always empty' }),
      journal_offset: Type.Integer(),
      receive_time: nullable(IsoInstant),
      processing_time: nullable(IsoInstant),
    }),
    index: nullable(Type.String({ description: 'null for a message that is not stored' })),
    highlight_ranges: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Empty; missing for a message that is not stored' }),
    ),
  },
  { title: 'ResultMessage' },
)
export type ResultMessage = Static<typeof ResultMessage>

export const MessageTokens = Type.Object({ tokens: Type.Array(Type.String()) }, { title: 'MessageTokens' })

export const MessageParseRequest = Type.Object(
  {
    message: Type.String(),
    codec: Type.String(),
    remote_address: Type.String(),
    configuration: Type.Optional(nullable(freeMap('The configuration depends on the codec'))),
  },
  { title: 'MessageParseRequest', additionalProperties: false },
)
export type MessageParseRequest = Static<typeof MessageParseRequest>

const { get, post } = inArea('messages')

export const getMessage = get('/messages/{index}/{messageId}', {
  id: 'messages.get',
  summary: 'A stored message; one of its streams must be readable',
  access: ownerDecides('messages:read:<messageId>', 'streams:read:<streamId>'),
  answers: { 200: ResultMessage, 403: ApiError, 404: ApiError },
})

export const analyzeText = get('/messages/{index}/analyze', {
  id: 'messages.analyze',
  summary: 'The words that a text is found by in an index',
  access: holds('messages:analyze'),
  query: Type.Object({
    string: Type.String({ minLength: 1 }),
    analyzer: Type.Optional(Type.String({ description: 'That of the index set by default' })),
  }),
  answers: { 200: MessageTokens, 400: BeanValidationErrors, 404: ApiError },
})

export const parseMessage = post('/messages/parse', {
  id: 'messages.parse',
  summary: 'Decode a payload with a codec without storing it',
  access: signedIn,
  audit: READS_ONLY,
  body: MessageParseRequest,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: ResultMessage, 400: ApiError, 404: ApiError },
})
