/** The columns with which a search of one stream begins. They are no part of a stream of the Graylog 4.0 API. */
import { type Static, Type } from 'typebox'
import { ApiError, refusedEntity } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'

export const MAX_STREAM_COLUMNS = 50
const MAX_COLUMN_NAME = 250

export const StreamColumns = Type.Object(
  {
    columns: Type.Array(Type.String({ minLength: 1, maxLength: MAX_COLUMN_NAME }), {
      maxItems: MAX_STREAM_COLUMNS,
      description: 'Fields in their order; without any, searches begin with the usual columns',
    }),
  },
  { title: 'StreamColumns', additionalProperties: false },
)
export type StreamColumns = Static<typeof StreamColumns>

const { get, put } = inArea('streams')

export const getStreamColumns = get('/logyard/streams/{streamId}/columns', {
  id: 'logyard.streams.columns',
  summary: 'The columns with which a search of the stream begins',
  access: holds('streams:read:<streamId>'),
  answers: { 200: StreamColumns, 404: ApiError },
})

export const setStreamColumns = put('/logyard/streams/{streamId}/columns', {
  id: 'logyard.streams.set_columns',
  summary: 'Set the columns with which a search of the stream begins',
  access: holds('streams:edit:<streamId>'),
  audit: 'stream:update',
  body: StreamColumns,
  answers: { 200: StreamColumns, 400: refusedEntity, 404: ApiError },
})
