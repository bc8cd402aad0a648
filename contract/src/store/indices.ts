/** The indices: the contents of each, and closing, reopening and deleting it. */
import { type Static, Type } from 'typebox'
import { MAX_NAMED } from '../http/bounds.ts'
import { ApiError, nullable } from '../http/envelope.ts'
import { holds, inArea, NoBody, READS_ONLY, signedIn } from '../http/operation.ts'

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

export const IndexInfos = Type.Record(Type.String(), IndexInfo, { title: 'IndexInfos', description: 'By index name' })

export const OpenIndices = Type.Object({ indices: IndexInfos }, { title: 'OpenIndices' })

export const AllIndices = Type.Object(
  { closed: IndexNames, reopened: IndexNames, all: OpenIndices },
  { title: 'AllIndices', description: '`all` has the open ones' },
)

const { get, post, del } = inArea('indices')

export const listIndices = get('/system/indexer/indices', {
  id: 'indices.list',
  summary: 'The indices of all index sets that the caller may read',
  access: signedIn,
  answers: { 200: AllIndices, 503: ApiError },
})

export const listOpenIndices = get('/system/indexer/indices/open', {
  id: 'indices.open',
  summary: 'The open indices of all index sets',
  access: holds('indices:read'),
  answers: { 200: OpenIndices, 503: ApiError },
})

export const listClosedIndices = get('/system/indexer/indices/closed', {
  id: 'indices.closed',
  summary: 'The closed indices that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames },
})

export const listReopenedIndices = get('/system/indexer/indices/reopened', {
  id: 'indices.reopened',
  summary: 'The reopened indices that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames },
})

export const listIndicesOfSet = get('/system/indexer/indices/{indexSetId}/list', {
  id: 'indices.list_set',
  summary: 'The indices of one index set that the caller may read',
  access: signedIn,
  answers: { 200: AllIndices, 404: ApiError, 503: ApiError },
})

export const listOpenIndicesOfSet = get('/system/indexer/indices/{indexSetId}/open', {
  id: 'indices.open_set',
  summary: 'The open indices of one index set',
  access: holds('indices:read'),
  answers: { 200: OpenIndices, 404: ApiError, 503: ApiError },
})

export const listClosedIndicesOfSet = get('/system/indexer/indices/{indexSetId}/closed', {
  id: 'indices.closed_set',
  summary: 'The closed indices of one index set that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames, 404: ApiError },
})

export const listReopenedIndicesOfSet = get('/system/indexer/indices/{indexSetId}/reopened', {
  id: 'indices.reopened_set',
  summary: 'The reopened indices of one index set that the caller may read',
  access: signedIn,
  answers: { 200: IndexNames, 404: ApiError },
})

export const getIndex = get('/system/indexer/indices/{index}', {
  id: 'indices.get',
  summary: 'Details of an open index',
  access: holds('indices:read:<index>'),
  answers: { 200: IndexInfo, 404: ApiError, 503: ApiError },
})

export const getIndices = post('/system/indexer/indices/multiple', {
  id: 'indices.multiple',
  summary: 'Details of several open indices; closed, unknown and forbidden ones are omitted',
  access: signedIn,
  audit: READS_ONLY,
  body: Type.Object(
    { indices: Type.Array(Type.String(), { maxItems: MAX_NAMED }) },
    { title: 'IndicesRequest', additionalProperties: false },
  ),
  answers: { 200: IndexInfos, 400: ApiError, 503: ApiError },
})

export const closeIndex = post('/system/indexer/indices/{index}/close', {
  id: 'indices.close',
  summary: 'Keep an index on disk but out of every search',
  access: holds('indices:changestate:<index>'),
  audit: 'index:close',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError, 404: ApiError, 503: ApiError },
})

export const reopenIndex = post('/system/indexer/indices/{index}/reopen', {
  id: 'indices.reopen',
  summary: 'Bring a closed index back into searches; retention leaves it alone from then on',
  access: holds('indices:changestate:<index>'),
  audit: 'index:reopen',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError, 503: ApiError },
})

export const deleteIndex = del('/system/indexer/indices/{index}', {
  id: 'indices.delete',
  summary: 'Delete an index with everything in it',
  access: holds('indices:delete:<index>'),
  audit: 'index:delete',
  isOutside: true,
  answers: { 204: NoBody, 403: ApiError, 404: ApiError, 503: ApiError },
})
