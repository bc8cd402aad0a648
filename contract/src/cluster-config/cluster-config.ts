/** Configuration that all nodes share: one document for each key, which is a class name of the reference. */
import { Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { anyJson } from '../http/open-parts.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'

/** For `Accept`: requests the JSON Schema of the document instead of the document. */
export const SCHEMA_MEDIA_TYPE = 'application/schema+json'

const ClusterConfigList = Type.Object(
  {
    total: Type.Integer(),
    classes: Type.Array(Type.String(), { description: 'The keys that a document is stored under' }),
  },
  { title: 'ClusterConfigList' },
)

const Document = Type.Unknown({ title: 'ClusterConfigDocument' })

const { get, put, del } = inArea('configuration')
const path = '/system/cluster_config/{key}'

export const listClusterConfigs = get('/system/cluster_config', {
  id: 'cluster_config.list',
  summary: 'The keys that a document is stored under',
  access: holds('clusterconfigentry:read'),
  answers: { 200: ClusterConfigList },
})

export const getClusterConfig = get(path, {
  id: 'cluster_config.get',
  summary: 'The document of a key; nothing while none is stored',
  access: holds('clusterconfigentry:read'),
  produces: ['application/json', SCHEMA_MEDIA_TYPE],
  answers: { 200: Document, 204: NoBody, 404: ApiError },
})

export const updateClusterConfig = put(path, {
  id: 'cluster_config.update',
  summary: 'Replace the document of a key',
  access: holds('clusterconfigentry:create', 'clusterconfigentry:edit'),
  audit: 'cluster-config:update',
  body: anyJson('Each key has a closed schema of its own, which the service checks', 'The whole document'),
  answers: { 202: Document, 400: ApiError, 404: ApiError },
})

export const deleteClusterConfig = del(path, {
  id: 'cluster_config.delete',
  summary: 'Delete the document of a key, so that its default applies',
  access: holds('clusterconfigentry:delete'),
  audit: 'cluster-config:reset',
  answers: { 204: NoBody, 404: ApiError },
})
