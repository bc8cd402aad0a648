/** Facts about the message store, which the reference API calls the indexer. */
import { type Static, Type } from 'typebox'
import { ApiError, nullable } from '../http/envelope.ts'
import { holds, inArea, signedIn } from '../http/operation.ts'

const counts = <Names extends string>(...names: Names[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<Names, Type.TInteger>)

export const IndexerStats = Type.Object(
  {
    cluster_name: Type.String(),
    cluster_version: Type.String(),
    status: Type.Union([Type.Literal('Green'), Type.Literal('Yellow'), Type.Literal('Red')]),
    cluster_health: Type.Object({
      ...counts(
        'number_of_nodes',
        'number_of_data_nodes',
        'active_shards',
        'relocating_shards',
        'active_primary_shards',
        'initializing_shards',
        'unassigned_shards',
        'pending_tasks',
      ).properties,
      timed_out: Type.Boolean(),
      pending_tasks_time_in_queue: Type.Array(Type.Integer()),
    }),
    nodes_stats: counts('total', 'master_only', 'data_only', 'master_data', 'client'),
    indices_stats: counts('index_count', 'store_size', 'field_data_size', 'id_cache_size'),
  },
  { title: 'IndexerStats' },
)
export type IndexerStats = Static<typeof IndexerStats>

const { get } = inArea('cluster')

export const getIndexerStats = get('/system/cluster/stats/elasticsearch', {
  id: 'stats.elasticsearch',
  summary: 'Name, version and size of the message store',
  access: signedIn,
  answers: { 200: IndexerStats, 503: ApiError },
})

export const StoreServer = Type.Object(
  {
    address: Type.String({ description: 'Without user and password; no address of the embedded engine' }),
    shard: Type.Integer({ minimum: 1 }),
    state: Type.Enum(['starting', 'up', 'down']),
    messages: Type.Enum(['complete', 'joining', 'behind', 'unknown'], {
      description: '`joining`: it is getting those that it missed; only servers with all messages are searched',
    }),
    version: nullable(Type.String()),
    rows: nullable(Type.Integer()),
    disk_total: nullable(Type.Integer()),
    disk_free: nullable(Type.Integer()),
  },
  { title: 'StoreServer' },
)
export type StoreServer = Static<typeof StoreServer>

export const StoreServers = Type.Object(
  {
    is_embedded: Type.Boolean({ description: 'The only server is the embedded engine' }),
    servers: Type.Array(StoreServer),
  },
  { title: 'StoreServers' },
)
export type StoreServers = Static<typeof StoreServers>

export const listStoreServers = get('/logyard/store/servers', {
  id: 'stats.storeServers',
  summary: 'The servers that store messages: one, or the replicas of a ClickHouse cluster',
  access: holds('indexercluster:read'),
  answers: { 200: StoreServers },
})
