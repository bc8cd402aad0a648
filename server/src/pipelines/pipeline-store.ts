/** The stored documents of pipelines, and of the streams that they are connected to. */
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../platform/settings/settings-store.ts'
import { sourceDocument } from './rules/rule-store.ts'

const StoredPipeline = Type.Object(sourceDocument)
export type StoredPipeline = Static<typeof StoredPipeline>

export const pipelineCollection = defineCollection({
  name: 'pipelines',
  audit: { type: 'pipeline', isChangedBySystem: true },
  schema: StoredPipeline,
  keys: { title: { unique: true, of: ({ title }) => [title] } },
})

/** Connections of one stream. Ids of deleted pipelines stay in it, as do the documents of deleted streams. */
const StoredConnections = Type.Object({
  id: Type.String(),
  stream_id: Type.String(),
  pipeline_ids: Type.Array(Type.String()),
})
export type StoredConnections = Static<typeof StoredConnections>

export const connectionCollection = defineCollection({
  name: 'pipeline_connections',
  audit: { type: 'pipeline-connection' },
  schema: StoredConnections,
  keys: { stream: { unique: true, of: ({ stream_id }) => [stream_id] } },
})
export type ConnectionStore = Collection<StoredConnections, 'stream'>
