/** Messages whose shape suggests an error of the sender. They are stored and searchable like all others. */
import { type Static, Type } from 'typebox'
import { ApiError, IsoInstant } from '../http/envelope.ts'
import { holds, NoBody, operation, signedIn } from '../http/operation.ts'

const FieldKind = Type.Union([
  Type.Literal('string'),
  Type.Literal('date'),
  Type.Literal('long'),
  Type.Literal('double'),
  Type.Literal('boolean'),
])

export const UnusualField = Type.Object(
  {
    kind: Type.Union([Type.Literal('type-clash'), Type.Literal('long-value'), Type.Literal('field-flood')], {
      description:
        'type-clash: a field came with another type than it had first in the index set; long-value: a text of more ' +
        'than 32766 bytes; field-flood: a new field in an index that has more than 1000',
    }),
    field: Type.String({ description: 'The latest one, for a flood; empty for all beyond the first fifty' }),
    index_set: Type.String({ description: 'The prefix of the index set' }),
    usual_type: FieldKind,
    other_types: Type.Array(FieldKind, { description: 'Those that it came with besides' }),
    count: Type.Integer({ description: 'Messages' }),
    first_seen: IsoInstant,
    last_seen: IsoInstant,
    example: Type.Object({ index: Type.String(), message_id: Type.String() }),
  },
  { title: 'UnusualField' },
)
export type UnusualField = Static<typeof UnusualField>

export const UnusualMessages = Type.Object(
  {
    total: Type.Integer({ description: 'Messages with something unusual; one with two such fields counts twice' }),
    fields: Type.Array(UnusualField, { description: 'Latest first' }),
  },
  { title: 'UnusualMessages' },
)
export type UnusualMessages = Static<typeof UnusualMessages>

const Count = Type.Object({ id: Type.String(), count: Type.Integer({ description: 'Messages' }) })

export const UnusualMessageCounts = Type.Object(
  { streams: Type.Array(Count), inputs: Type.Array(Count) },
  { title: 'UnusualMessageCounts' },
)

export const countUnusualMessages = operation({
  id: 'logyard.unusual_messages.count',
  area: 'streams',
  method: 'GET',
  path: '/logyard/unusual-messages',
  summary: 'The streams and inputs with unusual messages, of those that the caller may read',
  access: signedIn,
  answers: { 200: UnusualMessageCounts },
})

const answers = { 200: UnusualMessages, 404: ApiError }

export const getUnusualOfStream = operation({
  id: 'logyard.streams.unusual_messages',
  area: 'streams',
  method: 'GET',
  path: '/logyard/streams/{streamId}/unusual-messages',
  summary: 'List unusual messages of a stream',
  access: holds('streams:read:<streamId>'),
  answers,
})

export const forgetUnusualOfStream = operation({
  id: 'logyard.streams.forget_unusual_messages',
  area: 'streams',
  method: 'DELETE',
  path: '/logyard/streams/{streamId}/unusual-messages',
  summary: 'Reset the counts of unusual messages of a stream',
  access: holds('streams:edit:<streamId>'),
  audit: 'unusual-message:reset',
  answers: { 204: NoBody, 404: ApiError },
})

export const getUnusualOfInput = operation({
  id: 'logyard.inputs.unusual_messages',
  area: 'inputs',
  method: 'GET',
  path: '/logyard/inputs/{inputId}/unusual-messages',
  summary: 'Unusual messages of an input',
  access: holds('inputs:read:<inputId>'),
  answers,
})

export const forgetUnusualOfInput = operation({
  id: 'logyard.inputs.forget_unusual_messages',
  area: 'inputs',
  method: 'DELETE',
  path: '/logyard/inputs/{inputId}/unusual-messages',
  summary: 'Reset the counts of unusual messages of an input',
  access: holds('inputs:edit:<inputId>'),
  audit: 'unusual-message:reset',
  answers: { 204: NoBody, 404: ApiError },
})
