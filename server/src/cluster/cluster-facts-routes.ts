/** Facts about the cluster as a whole: its traffic, the number of its entities, its configuration. */
import { cpus, release, type as systemName, totalmem } from 'node:os'
import {
  type ClusterStats,
  getClusterStats,
  getSettingsStoreStats,
  type SettingsStoreStats,
} from '@logyard/contract/cluster/cluster-stats'
import { getServerConfiguration, type ServerConfiguration } from '@logyard/contract/cluster/server-configuration'
import { getTraffic } from '@logyard/contract/metrics/traffic'
import type { IndexerStats } from '@logyard/contract/store/indexer'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { Traffic } from '../metrics/traffic.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'

interface CountedStream {
  readonly id: string
  readonly rules: readonly unknown[]
}

interface CountedInput {
  readonly type: string
  readonly global: boolean
}

export interface ClusterFactsDeps {
  readonly traffic: Traffic
  readonly settings: Pick<SettingsStore, 'facts'>
  readonly indexerStats: () => Promise<IndexerStats>
  readonly streams: () => Promise<readonly CountedStream[]>
  readonly inputs: () => Promise<readonly CountedInput[]>
  readonly outputs: () => Promise<readonly { readonly type: string }[]>
  readonly extractors: () => Promise<readonly { readonly type: string }[]>
  /** Number of legacy alerts. */
  readonly alertCount: () => Promise<number>
  readonly alarmCallbacks: () => Promise<readonly { readonly type: string }[]>
  readonly userCount: () => Promise<number>
  readonly dashboardCount: () => Promise<number>
  readonly configuration: () => ServerConfiguration
}

export function clusterFactsRoutes(api: FastifyInstance, deps: ClusterFactsDeps): void {
  serve(api, getTraffic, ({ query: { days = 30, daily = false } }) =>
    deps.traffic.histogram(days, daily ? 'day' : 'hour'),
  )
  serve(api, getClusterStats, () => readClusterStats(deps))
  serve(api, getSettingsStoreStats, () => readSettingsStoreStats(deps.settings))
  serve(api, getServerConfiguration, () => deps.configuration())
}

async function readClusterStats(deps: ClusterFactsDeps): Promise<ClusterStats> {
  const streams = await deps.streams()
  const inputs = await deps.inputs()
  const outputs = await deps.outputs()
  const extractors = await deps.extractors()
  return {
    elasticsearch: await deps.indexerStats(),
    mongo: await readSettingsStoreStats(deps.settings),
    stream_count: streams.length,
    stream_rule_count: streams.reduce((sum, { rules }) => sum + rules.length, 0),
    stream_rule_count_by_stream: Object.fromEntries(streams.map(({ id, rules }) => [id, rules.length])),
    user_count: await deps.userCount(),
    input_count: inputs.length,
    global_input_count: inputs.filter(({ global }) => global).length,
    input_count_by_type: countBy(inputs.map(({ type }) => type)),
    output_count: outputs.length,
    output_count_by_type: countBy(outputs.map(({ type }) => type)),
    dashboard_count: await deps.dashboardCount(),
    extractor_count: extractors.length,
    extractor_count_by_type: countBy(extractors.map(({ type }) => type)),
    alarm_stats: {
      alert_count: await deps.alertCount(),
      alarmcallback_count_by_type: countBy((await deps.alarmCallbacks()).map(({ type }) => type)),
    },
  }
}

async function readSettingsStoreStats(settings: Pick<SettingsStore, 'facts'>): Promise<SettingsStoreStats> {
  const { engine, version, commits, collections, documents, documentBytes, storageBytes } = await settings.facts()
  return {
    server: { name: engine },
    build_info: { version },
    host_info: { system: `${systemName()} ${release()}`, processors: cpus().length, memory: totalmem() },
    server_status: { commits },
    database_stats: { collections, objects: documents, data_size: documentBytes, storage_size: storageBytes },
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
