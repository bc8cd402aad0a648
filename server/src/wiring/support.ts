/** Wires the support bundle: the facts of each area, without secrets and without messages. */
import { readFsStats } from '../machine/fs-stats.ts'
import { readNetworkStats } from '../machine/network-stats.ts'
import { readOsStats } from '../machine/os-stats.ts'
import { readProcessStats } from '../machine/process-stats.ts'
import { readRuntimeInfo } from '../machine/runtime-stats.ts'
import type { ThreadDumps } from '../machine/thread-dump.ts'
import { VERSION } from '../machine/version.ts'
import { prometheusText } from '../metrics/prometheus/prometheus-routes.ts'
import type { Traffic } from '../metrics/traffic.ts'
import { MESSAGE_LINE } from '../platform/server-log/message-line.ts'
import { readIndexerStats } from '../store/engine/indexer-routes.ts'
import { secretsClearer } from '../support/clear-secrets.ts'
import { settingFacts } from '../support/setting-facts.ts'
import { type BundlePart, createSupportBundles, type SupportBundles } from '../support/support-bundle.ts'
import type { Foundation } from './area.ts'
import type { Ingest } from './ingest.ts'
import { readNodeFacts } from './node-facts.ts'

export interface SupportDeps extends Foundation {
  readonly ingest: Ingest
  readonly traffic: Traffic
  readonly threadDumps: ThreadDumps
  readonly serviceStartsMs: () => Readonly<Record<string, number>>
}

const TRAFFIC_DAYS = 30
const MESSAGE_PAGES = 10
const LOG_LINES = 500
const PROFILE_SECONDS = 2

export function createSupport(deps: SupportDeps): SupportBundles {
  const { config, clock, nodeId } = deps
  return createSupportBundles({
    parts: [...nodeParts(deps), ...clusterParts(deps), ...storeParts(deps), ...activityParts(deps)],
    clearSecrets: secretsClearer(config),
    clock,
    about: { version: VERSION, node_id: nodeId },
  })
}

function nodeParts({ config, cluster, serviceStartsMs }: SupportDeps): readonly BundlePart[] {
  return [
    {
      name: 'node.json',
      read: async () => ({
        overview: cluster.overview(),
        nodes: await cluster.nodes.listActive(),
        runtime: readRuntimeInfo(cluster.nodeId, cluster.operatingSystem),
        versions: process.versions,
        service_starts_ms: serviceStartsMs(),
      }),
    },
    {
      name: 'machine.json',
      read: async () => ({
        disk: await readFsStats(cluster.dataFolder),
        network: await readNetworkStats(),
        system: await readOsStats(),
        process: await readProcessStats(),
      }),
    },
    { name: 'settings.json', read: () => settingFacts(config) },
  ]
}

function clusterParts({ clusterConfig, settings, ingest }: SupportDeps): readonly BundlePart[] {
  return [
    {
      name: 'cluster-config.json',
      async read() {
        const documents: Record<string, unknown> = {}
        for (const key of await clusterConfig.keys()) documents[key] = await clusterConfig.get(key).read()
        return documents
      },
    },
    { name: 'settings-store.json', read: () => settings.facts() },
    {
      name: 'inputs.json',
      // Without their configurations.
      read: () =>
        ingest.inputs.listStates().map(({ id, state, started_at, detailed_message, message_input }) => ({
          id,
          type: message_input.type,
          is_global: message_input.global,
          state,
          started_at,
          detailed_message,
        })),
    },
  ]
}

function storeParts({ engine, ingest }: SupportDeps): readonly BundlePart[] {
  const { sets, statistics, lookup } = ingest.indexSets
  return [
    { name: 'store.json', read: async () => ({ state: engine.state(), ...(await readIndexerStats(engine)) }) },
    {
      name: 'index-sets.json',
      read: async () =>
        Promise.all((await sets.list()).map(async (set) => ({ ...set, stats: await statistics.ofSet(set.id) }))),
    },
    {
      name: 'indices.json',
      async read() {
        const indices = await lookup.list()
        return { stored: indices, figures: await statistics.ofIndices(indices) }
      },
    },
    { name: 'journal.json', read: () => ({ ...ingest.journal.figures(), failures: ingest.failures.figures() }) },
  ]
}

function activityParts(deps: SupportDeps): readonly BundlePart[] {
  const { cluster, loggers, metrics, traffic, threadDumps } = deps
  return [
    { name: 'notices.json', read: () => cluster.notifications.list() },
    { name: 'jobs.json', read: () => cluster.jobs.list() },
    {
      name: 'system-messages.json',
      async read() {
        const pages = Array.from({ length: MESSAGE_PAGES }, (_, at) => cluster.messages.page(at + 1))
        return (await Promise.all(pages)).flatMap(({ messages }) => messages)
      },
    },
    {
      name: 'log.json',
      read: () => loggers.recent(LOG_LINES, 'all').filter(({ marker }) => marker !== MESSAGE_LINE.marker),
    },
    { name: 'loggers.json', read: () => loggers.list(() => true) },
    { name: 'metrics.txt', read: () => prometheusText({ metrics, facts: () => readNodeFacts(deps) }, 'text') },
    { name: 'traffic.json', read: () => traffic.histogram(TRAFFIC_DAYS, 'hour') },
    { name: 'threads.txt', read: (signal) => threadDumps.take(PROFILE_SECONDS, signal) },
  ]
}
