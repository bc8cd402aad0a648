/** Gathers from several areas the facts about this node that Prometheus gets beside the metrics. */
import { readFsStats } from '../machine/fs-stats.ts'
import { readProcessStats } from '../machine/process-stats.ts'
import { VERSION } from '../machine/version.ts'
import type { NodeFacts } from '../metrics/prometheus/node-families.ts'
import { listServers } from '../store/engine/list-servers.ts'
import type { Foundation } from './area.ts'
import type { Ingest } from './ingest.ts'

const MS_PER_SECOND = 1000

export async function readNodeFacts({
  cluster,
  engine,
  ingest,
}: Pick<Foundation, 'cluster' | 'engine'> & { readonly ingest: Pick<Ingest, 'inputs'> }): Promise<NodeFacts> {
  const [process, { filesystems }, notices, jobs, storeServers] = await Promise.all([
    readProcessStats(),
    readFsStats(cluster.dataFolder),
    cluster.notifications.list(),
    cluster.jobs.list(),
    engine.stores.isEmbedded ? [] : listServers(engine.stores),
  ])
  const disk = filesystems[cluster.dataFolder]
  const states = Object.groupBy(ingest.inputs.listStates(), ({ state }) => state)
  return {
    version: VERSION,
    nodeId: cluster.nodeId,
    startedAt: cluster.startedAt,
    isProcessing: cluster.lifecycle.isProcessing(),
    isAlive: cluster.lifecycle.loadBalancerStatus() === 'alive',
    isStoreUp: engine.state() === 'up',
    storeServers,
    notices: notices.map(({ type }) => type),
    jobs: jobs.length,
    inputs: Object.fromEntries(Object.entries(states).map(([state, inputs]) => [state, inputs.length])),
    cpuSeconds: (process.cpu?.total ?? 0) / MS_PER_SECOND,
    residentBytes: process.memory?.resident ?? -1,
    openFiles: process.open_file_descriptors,
    maxOpenFiles: process.max_file_descriptors,
    disk: { totalBytes: disk?.total ?? -1, freeBytes: disk?.available ?? -1 },
  }
}
