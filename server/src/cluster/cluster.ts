/** This node and its cluster: nodes, lifecycle, scheduler, notices and jobs. */
import { hostname, release, type as systemName } from 'node:os'
import type { Hello, SystemOverview } from '@logyard/contract/cluster/cluster'
import { createGettingStarted } from '../getting-started/getting-started.ts'
import { createSystemJobs } from '../jobs/system-jobs.ts'
import { API_VERSION, VERSION } from '../machine/version.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createNotifications } from '../notices/notifications.ts'
import { createSystemMessages } from '../notices/system-messages.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { createScheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { readClusterId } from './cluster-id.ts'
import type { ClusterPace } from './cluster-pace.ts'
import { createDebugEvents } from './debug-events.ts'
import { createLifecycle } from './lifecycle.ts'
import { readNodeId } from './node-id.ts'
import { createNodeWatch } from './node-watch.ts'
import { createNodes, type NodeAddresses, type NodesDeps } from './nodes.ts'
import { createPeerConnections } from './peers/peer-connections.ts'
import { createPeerSignatures } from './peers/peer-signature.ts'
import { createPeers } from './peers/peers.ts'
import { createShutdown } from './shutdown.ts'

export type Cluster = Awaited<ReturnType<typeof createCluster>>

type OwnFacts = Pick<ClusterDeps, 'ids' | 'log'>

const TAGLINE = 'Every log in its place'

export interface ClusterDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly isClockSteady: () => boolean
  readonly ids: Ids
  readonly log: Log
  readonly dataFolder: string
  readonly rootTimeZone: string
  readonly metrics: Pick<Metrics, 'counter'>
  readonly pace: ClusterPace
  /** The secret that all nodes with the same settings share. */
  /** Certificates that the addresses of other nodes are checked by; those of the system if undefined. */
  readonly peerAuthorities: string | undefined
}

export async function createCluster(deps: ClusterDeps) {
  const { settings, clock, ids, log, dataFolder } = deps
  const startedAt = clock.now()
  const nodeId = await readNodeId(dataFolder, ids)
  const clusterId = await readClusterId(settings, ids)
  const operatingSystem = `${systemName()} ${release()}`
  const ownFacts = { settings, clock, ids, log, nodeId }

  const { scheduler, nodes, peers, connections, signatures } = membersOf(deps, { ...ownFacts, clusterId })
  const lifecycle = createLifecycle()
  const messages = createSystemMessages(ownFacts)
  const jobs = createSystemJobs({
    ...ownFacts,
    scheduler,
    messages,
    log: log.child({ subject: 'system-jobs' }),
    leaseMs: deps.pace.leaseMs,
  })
  const notifications = createNotifications(ownFacts)

  /** The others notice without it, only later. */
  const leave = () => nodes.leave().catch((err: unknown) => log.warn({ err }, 'the end of this node was not written'))

  return {
    nodeId,
    startedAt,
    operatingSystem,
    dataFolder,
    nodes,
    peers,
    peerSignatures: signatures,
    scheduler,
    lifecycle,
    shutdown: createShutdown({ clock, lifecycle, others: nodes.listOthers }),
    notifications,
    pace: deps.pace,
    messages,
    jobs,
    debugEvents: createDebugEvents(ownFacts),
    gettingStarted: createGettingStarted({ settings, version: VERSION }),
    hello: (): Hello => ({ cluster_id: clusterId, node_id: nodeId, version: API_VERSION, tagline: TAGLINE }),
    overview: (): SystemOverview => ({
      facility: 'logyard-server',
      codename: 'Logyard',
      node_id: nodeId,
      cluster_id: clusterId,
      version: API_VERSION,
      started_at: startedAt.toISOString(),
      is_processing: lifecycle.isProcessing(),
      hostname: hostname(),
      lifecycle: lifecycle.state(),
      lb_status: lifecycle.loadBalancerStatus(),
      timezone: deps.rootTimeZone,
      operating_system: operatingSystem,
    }),
    /** Call it before the node stops to answer. */
    leave,
    /** Call it once the node answers at these addresses. */
    async ready(addresses: NodeAddresses) {
      await nodes.announce(addresses, createNodeWatch({ ...ownFacts, nodes, notifications }))
      lifecycle.enter('running')
      await jobs.open()
      await messages.write('ServerStarted', `Started up as node ${nodeId}.`)
    },
    async [Symbol.asyncDispose]() {
      lifecycle.enter('halting')
      await leave()
      await scheduler[Symbol.asyncDispose]()
      await jobs[Symbol.asyncDispose]()
      connections[Symbol.dispose]()
    },
  }
}

/** What nodes know of each other: their records and leases in the settings store, and the way to call them. */
function membersOf(
  deps: ClusterDeps,
  facts: Omit<NodesDeps, 'scheduler' | 'hostname' | 'version' | 'heartbeatMs'> & OwnFacts,
) {
  const { pace, clock, log } = deps
  const own = { ...facts, hostname: hostname(), version: VERSION, heartbeatMs: pace.heartbeatMs }
  const scheduler = createScheduler({
    ...own,
    isClockSteady: deps.isClockSteady,
    metrics: deps.metrics,
    log: log.child({ subject: 'scheduler' }),
    leaseMs: pace.leaseMs,
  })
  const nodes = createNodes({ ...own, scheduler })
  const signatures = createPeerSignatures({ ...own, key: deps.settings.keyFor('calls between nodes') })
  const connections = createPeerConnections({ clock, authorities: deps.peerAuthorities })
  const peers = createPeers({ ...own, connections, signatures, node: nodes.getPeer, others: nodes.listOthers })
  return { scheduler, nodes, signatures, connections, peers }
}
