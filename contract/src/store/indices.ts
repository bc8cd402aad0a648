/** The indices: the contents of each, and closing, reopening and deleting it. */
import { type Static, Type } from 'typebox'
import { MAX_NAMED } from '../http/bounds.ts'
import { ApiError, nullable } from '../http/envelope.ts'
import { holds, NoBody, operation, READS_ONLY, signedIn } from '../http/operation.ts'

const Ops = Type.Object({ total: Type.Integer(), time_seconds: Type.Integer() }, { title: 'IndexOperations' })

export const IndexStats = Type.Object(
  {
    flush: Ops,
    get: Ops,
    index: Ops,
    merge: Ops,
    refresh: Ops,
    search_query: Ops,
    search_fetch: Ops,
    open_search_contexts: Type.Integer(),
    store_size_bytes: Type.Integer(),
    segments: Type.Integer(),
    documents: Type.Object({ count: Type.Integer(), deleted: Type.Integer() }),
  },
  { title: 'IndexStats' },
)
export type IndexStats = Static<typeof IndexStats>

export const ShardRouting = Type.Object(
  {
    id: Type.Integer(),
    state: Type.Union([
      Type.Literal('started'),
      Type.Literal('relocating'),
      Type.Literal('initializing'),
      Type.Literal('unassigned'),
      Type.Literal('unknown'),
    ]),
    active: Type.Boolean(),
    primary: Type.Boolean(),
    node_id: Type.String(),
    node_name: nullable(Type.String()),
    node_hostname: nullable(Type.String()),
    relocating_to: nullable(Type.String()),
  },
  { title: 'ShardRouting' },
)
export type ShardRouting = Static<typeof ShardRouting>

export const IndexInfo = Type.Object(
  {
    primary_shards: IndexStats,
    all_shards: IndexStats,
    routing: Type.Array(ShardRouting),
    is_reopened: Type.Boolean(),
  },
  { title: 'IndexInfo' },
)
export type IndexInfo = Static<typeof IndexInfo>

export const IndexNames = Type.Object(
  { indices: Type.Array(Type.String()), total: Type.Integer() },
  { title: 'IndexNames' },
)
export type IndexNames = Static<typeof IndexNames>

export const IndexInfos = Type.Record(Type.String(), IndexInfo, { title: 'IndexInfos', description: 'By index name' })
export type IndexInfos = Static<typeof IndexInfos>

export const OpenIndices = Type.Object({ indices: IndexInfos }, { title: 'OpenIndices' })
export type OpenIndices = Static<typeof OpenIndices>

export const AllIndices = Type.Object(
  { closed: IndexNames, reopened: IndexNames, all: OpenIndices },
  { title: 'AllIndices', description: '`all` has the open ones' },
)
export type AllIndices = Static<typeof AllIndices>

const area = 'indices'

export const listIndices = operation({
  id: 'indices.list',
  area,
  method: 'GET',
  path: '/system/indexer/indices',
  summary: 'The indices of all index sets that the caller may read',
  access: signedIn,
  answers: { 200: AllIndices, 503: ApiError },
})

export const listOpenIndices = operation({
  id: 'indices.open',
  area,
  method: 'GET',
  path: '/system/indexer/indices/open',
  summary: 'The open indices of all index sets',
  access: holds('indices:read'),
  answers: { 200: OpenIndices, 503: ApiError },
})

export const listClosedIndices = operation({
  id: 'indices.closed',
  area,
  method: 'GET',
  path: '/system/indexer/indices/closed',
  summary: 'The closed indices that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames },
})

export const listReopenedIndices = operation({
  id: 'indices.reopened',
  area,
  method: 'GET',
  path: '/system/indexer/indices/reopened',
  summary: 'The reopened indices that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames },
})

export const listIndicesOfSet = operation({
  id: 'indices.list_set',
  area,
  method: 'GET',
  path: '/system/indexer/indices/{indexSetId}/list',
  summary: 'The indices of one index set that the caller may read',
  access: signedIn,
  answers: { 200: AllIndices, 404: ApiError, 503: ApiError },
})

export const listOpenIndicesOfSet = operation({
  id: 'indices.open_set',
  area,
  method: 'GET',
  path: '/system/indexer/indices/{indexSetId}/open',
  summary: 'The open indices of one index set',
  access: holds('indices:read'),
  answers: { 200: OpenIndices, 404: ApiError, 503: ApiError },
})

export const listClosedIndicesOfSet = operation({
  id: 'indices.closed_set',
  area,
  method: 'GET',
  path: '/system/indexer/indices/{indexSetId}/closed',
  summary: 'The closed indices of one index set that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames, 404: ApiError },
})

export const listReopenedIndicesOfSet = operation({
  id: 'indices.reopened_set',
  area,
  method: 'GET',
  path: '/system/indexer/indices/{indexSetId}/reopened',
  summary: 'The reopened indices of one index set that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames, 404: ApiError },
})

export const getIndex = operation({
  id: 'indices.get',
  area,
  method: 'GET',
  path: '/system/indexer/indices/{index}',
  summary: 'Details of an open index',
  access: holds('indices:read:<index>'),
  answers: { 200: IndexInfo, 404: ApiError, 503: ApiError },
})

export const getIndices = operation({
  id: 'indices.multiple',
  area,
  method: 'POST',
  path: '/system/indexer/indices/multiple',
  summary: 'Details of several open indices; closed, unknown and forbidden ones are omitted',
  access: signedIn,
  audit: READS_ONLY,
  body: Type.Object(
    { indices: Type.Array(Type.String(), { maxItems: MAX_NAMED }) },
    { title: 'IndicesRequest', additionalProperties: false },
  ),
  answers: { 200: IndexInfos, 400: ApiError, 503: ApiError },
})

export const closeIndex = operation({
  id: 'indices.close',
  area,
  method: 'POST',
  path: '/system/indexer/indices/{index}/close',
  summary: 'Keep an index on disk but out of every search',
  access: holds('indices:changestate:<index>'),
  audit: 'index:close',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError, 404: ApiError, 503: ApiError },
})

export const reopenIndex = operation({
  id: 'indices.reopen',
  area,
  method: 'POST',
  path: '/system/indexer/indices/{index}/reopen',
  summary: 'Bring a closed index back into searches; retention leaves it alone from then on',
  access: holds('indices:changestate:<index>'),
  audit: 'index:reopen',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError, 503: ApiError },
})

export const deleteIndex = operation({
  id: 'indices.delete',
  area,
  method: 'DELETE',
  path: '/system/indexer/indices/{index}',
  summary: 'Delete an index with everything in it',
  access: holds('indices:delete:<index>'),
  audit: 'index:delete',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError, 404: ApiError, 503: ApiError },
})
