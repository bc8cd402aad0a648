/** Counts of everything in the cluster, and facts about the settings store. Monitoring scripts read them. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { operation, signedIn } from '../http/operation.ts'
import { IndexerStats } from '../store/indexer.ts'

export const SettingsStoreStats = Type.Object(
  {
    server: Type.Object({ name: Type.String() }),
    build_info: Type.Object({ version: Type.String() }),
    host_info: Type.Object({ system: Type.String(), processors: Type.Integer(), memory: Type.Integer() }),
    server_status: Type.Object({ commits: Type.Integer({ description: 'Since the store was made' }) }),
    database_stats: Type.Object({
      collections: Type.Integer(),
      objects: Type.Integer(),
      data_size: Type.Integer({ description: 'Bytes of all documents' }),
      storage_size: Type.Integer({ description: 'Bytes of the database' }),
    }),
  },
  { title: 'SettingsStoreStats', description: 'Clients know the settings store under the name of another database' },
)
export type SettingsStoreStats = Static<typeof SettingsStoreStats>

const Counts = Type.Record(Type.String(), Type.Integer())

export const ClusterStats = Type.Object(
  {
    elasticsearch: IndexerStats,
    mongo: SettingsStoreStats,
    stream_count: Type.Integer(),
    stream_rule_count: Type.Integer(),
    stream_rule_count_by_stream: Counts,
    user_count: Type.Integer(),
    output_count: Type.Integer(),
    output_count_by_type: Counts,
    dashboard_count: Type.Integer(),
    input_count: Type.Integer(),
    global_input_count: Type.Integer(),
    input_count_by_type: Counts,
    extractor_count: Type.Integer(),
    extractor_count_by_type: Counts,
    alarm_stats: Type.Object({ alert_count: Type.Integer(), alarmcallback_count_by_type: Counts }),
  },
  { title: 'ClusterStats' },
)
export type ClusterStats = Static<typeof ClusterStats>

const shared = { area: 'cluster', method: 'GET', access: signedIn } as const

export const getClusterStats = operation({
  ...shared,
  id: 'stats.cluster',
  path: '/system/cluster/stats',
  summary: 'How much of everything there is',
  answers: { 200: ClusterStats, 503: ApiError },
})

export const getSettingsStoreStats = operation({
  ...shared,
  id: 'stats.mongo',
  path: '/system/cluster/stats/mongo',
  summary: 'Facts about the settings store',
  answers: { 200: SettingsStoreStats },
})
