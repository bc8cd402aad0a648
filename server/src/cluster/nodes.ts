import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { type Static, Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import type { PeerNode } from './peers/peers.ts'

/** The nodes of the cluster, including this one. */
export type Nodes = ReturnType<typeof createNodes>

const NodeRecord = Type.Object({
  id: Type.String(),
  hostname: Type.String(),
  transport_address: Type.String(),
  /** Where other nodes reach its API. */
  peer_address: Type.Optional(Type.String()),
  started_at: Type.String(),
  last_seen: Type.String(),
})
type NodeRecord = Static<typeof NodeRecord>
const nodeRecords = defineCollection({ name: 'nodes', audit: 'note', schema: NodeRecord })

/** Rare, because each heartbeat is a write that is synced to the disk. */
export const HEARTBEAT_MS = 10_000
/** A node that missed two heartbeats is not active. */
export const MISSABLE_HEARTBEATS = 2

/** URLs of the API of this node, with a slash at the end. */
export interface NodeAddresses {
  /** For clients. */
  readonly transportAddress: string
  /** For other nodes. */
  readonly peerAddress: string
}

export const nodeUnknown = (nodeId: string) =>
  new LogyardError('not-found', 'node-unknown', `Unable to find node ${nodeId}`)

export function createNodes(deps: {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly nodeId: string
  readonly clusterId: string
  readonly hostname: string
  readonly heartbeatMs: number
}) {
  const { clock, scheduler, nodeId, heartbeatMs } = deps
  const records = deps.settings.collection(nodeRecords)
  const startedAt = clock.now().toISOString()
  let addresses: NodeAddresses = { transportAddress: '', peerAddress: '' }

  /** The current record of this node, which may be newer than the stored one. */
  const ownRecord = (): NodeRecord => ({
    id: nodeId,
    hostname: deps.hostname,
    transport_address: addresses.transportAddress,
    peer_address: addresses.peerAddress,
    started_at: startedAt,
    last_seen: clock.now().toISOString(),
  })

  async function otherActiveRecords(): Promise<readonly NodeRecord[]> {
    const since = new Date(clock.now().getTime() - MISSABLE_HEARTBEATS * heartbeatMs).toISOString()
    return (await records.list()).filter((node) => node.id !== nodeId && node.last_seen >= since)
  }

  async function activeRecords(): Promise<readonly NodeRecord[]> {
    return [ownRecord(), ...(await otherActiveRecords())]
  }

  async function summaries(wanted: readonly NodeRecord[]): Promise<readonly NodeSummary[]> {
    const master = (await activeRecords()).reduce((first, node) => (isUpLonger(node, first) ? node : first))
    return wanted.map((node) => ({
      cluster_id: deps.clusterId,
      node_id: node.id,
      type: 'server',
      is_master: node.id === master.id,
      transport_address: node.transport_address,
      last_seen: node.last_seen,
      short_node_id: node.id.split('-', 1)[0] ?? node.id,
      hostname: node.hostname,
    }))
  }

  /** Also a node that is not active now. */
  async function get(wantedId: string): Promise<NodeSummary> {
    const record = wantedId === nodeId ? ownRecord() : await records.find(wantedId)
    const [summary] = record === undefined ? [] : await summaries([record])
    if (summary === undefined) throw nodeUnknown(wantedId)
    return summary
  }

  return {
    /** Writes the first heartbeat of this node and schedules the others. Call it once. */
    async announce(own: NodeAddresses) {
      addresses = own
      const beat = async () => void (await records.put(ownRecord()))
      await beat()
      scheduler.add({ name: 'heartbeat', everyMs: heartbeatMs, scope: 'node', run: beat })
    },
    /** The active nodes but this one. */
    listOthers: async (): Promise<readonly PeerNode[]> => (await otherActiveRecords()).map(peerOf),
    async getPeer(wantedId: string): Promise<PeerNode> {
      const record = wantedId === nodeId ? ownRecord() : await records.find(wantedId)
      if (record === undefined) throw nodeUnknown(wantedId)
      return peerOf(record)
    },
    listActive: async () => summaries(await activeRecords()),
    self: () => get(nodeId),
    get,
    /** Throws unless the node is this one: calls for others cannot be answered. */
    requireNode(wantedId: string) {
      if (wantedId !== nodeId) throw nodeUnknown(wantedId)
    },
  }
}

const peerOf = ({ id, hostname, peer_address: address }: NodeRecord): PeerNode => ({ id, hostname, address })

/** The master is the node that has been up the longest. Clients show it; maintenance runs on whichever node claims it. */
const isUpLonger = (node: NodeRecord, other: NodeRecord) =>
  node.started_at < other.started_at || (node.started_at === other.started_at && node.id < other.id)
