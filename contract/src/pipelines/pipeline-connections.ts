/** Which pipelines run on the messages of which streams. */
import { type Static, Type } from 'typebox'
import { MAX_LIST, MAX_STREAMS } from '../http/bounds.ts'
import { ApiError, nullable } from '../http/envelope.ts'
import { holds, inArea, ownerDecides } from '../http/operation.ts'

export const PipelineConnections = Type.Object(
  {
    id: nullable(Type.String({ description: 'Null if to_pipeline has just made it' })),
    stream_id: Type.String(),
    pipeline_ids: Type.Array(Type.String(), { description: 'Those that the caller may read' }),
  },
  { title: 'PipelineConnections' },
)
export type PipelineConnections = Static<typeof PipelineConnections>

const readOnlyId = Type.Optional(nullable(Type.String({ description: 'Not read' })))

export const StreamConnectionsRequest = Type.Object(
  {
    id: readOnlyId,
    stream_id: Type.String(),
    pipeline_ids: Type.Array(Type.String(), { maxItems: MAX_LIST, description: 'All that are to be connected' }),
  },
  { title: 'StreamConnectionsRequest', additionalProperties: false },
)
export type StreamConnectionsRequest = Static<typeof StreamConnectionsRequest>

export const PipelineConnectionsRequest = Type.Object(
  {
    id: readOnlyId,
    pipeline_id: Type.String(),
    stream_ids: Type.Array(Type.String(), { maxItems: MAX_STREAMS, description: 'All that are to be connected' }),
  },
  { title: 'PipelineConnectionsRequest', additionalProperties: false },
)
export type PipelineConnectionsRequest = Static<typeof PipelineConnectionsRequest>

const { get, post } = inArea('pipelines')

export const listPipelineConnections = get('/system/pipelines/connections', {
  id: 'pipeline_connections.list',
  summary: 'The connections of the streams that the caller may read',
  access: holds('pipeline_connection:read'),
  answers: { 200: Type.Array(PipelineConnections) },
})

export const getPipelineConnections = get('/system/pipelines/connections/{streamId}', {
  id: 'pipeline_connections.get',
  summary: 'The connections of one stream',
  access: holds('pipeline_connection:read', 'streams:read:<streamId>'),
  answers: { 200: PipelineConnections, 404: ApiError },
})

export const connectPipelinesToStream = post('/system/pipelines/connections/to_stream', {
  id: 'pipeline_connections.to_stream',
  summary: 'Connect exactly these pipelines to a stream',
  access: ownerDecides('pipeline_connection:edit', 'streams:read:<stream_id>', 'pipeline:read:<pipeline_id>'),
  audit: 'pipeline-connection:update',
  body: StreamConnectionsRequest,
  answers: { 200: PipelineConnections, 400: ApiError, 404: ApiError },
})

export const connectStreamsToPipeline = post('/system/pipelines/connections/to_pipeline', {
  id: 'pipeline_connections.to_pipeline',
  summary: 'Connect a pipeline to exactly these streams; the response has the streams that this changed or named',
  access: ownerDecides('pipeline_connection:edit', 'pipeline:read:<pipeline_id>', 'streams:read:<stream_id>'),
  audit: 'pipeline-connection:update',
  body: PipelineConnectionsRequest,
  answers: { 200: Type.Array(PipelineConnections), 400: ApiError, 404: ApiError },
})
