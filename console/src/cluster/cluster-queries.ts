/** The nodes and the message store, which several features show. */
import { getSystemOverview, listNodes, type NodeSummary } from '@logyard/contract/cluster/cluster'
import { getColdStorage } from '@logyard/contract/store/cold-storage'
import type { Call } from '../api/api-client.ts'
import { callQuery, pickQuery } from '../api/call-query.ts'

const NODES_POLL_MS = 5_000

/** The node that responds, and the installation. They change only when the server restarts. */
export const systemQuery = (call: Call) => ({
  ...callQuery(call, ['system'], getSystemOverview, { extendSession: false }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The active nodes, by name. */
export const nodesQuery = (call: Call) => ({
  ...pickQuery(call, ['nodes'], ({ nodes }) => nodes.toSorted(byName), listNodes, { extendSession: false }),
  refetchInterval: NODES_POLL_MS,
})

/** Whether old messages can be moved to cold storage, and how much is where. */
export const coldStorageQuery = (call: Call) =>
  callQuery(call, ['cold-storage'], getColdStorage, { extendSession: false })

/** The nodes that died or were stopped in the last days, the latest first. */
export const goneNodesQuery = (call: Call) => ({
  ...pickQuery(
    call,
    ['nodes', 'gone'],
    ({ nodes }) => nodes.filter(({ is_active }) => !is_active).toSorted(byLastSeen),
    listNodes,
    {
      query: { gone: true },
      extendSession: false,
    },
  ),
  refetchInterval: NODES_POLL_MS,
})

const byLastSeen = (a: NodeSummary, b: NodeSummary) => b.last_seen.localeCompare(a.last_seen)

const byName = (a: NodeSummary, b: NodeSummary) =>
  a.hostname.localeCompare(b.hostname) || a.node_id.localeCompare(b.node_id)

/** With the start of its id if another one of these nodes has the same host. */
export const nodeNameAmong = (node: NodeSummary, nodes: readonly NodeSummary[]): string =>
  nodes.some((other) => other.node_id !== node.node_id && other.hostname === node.hostname)
    ? `${node.hostname} ${node.short_node_id}`
    : node.hostname

export const nodeName = ({ hostname }: NodeSummary): string => hostname
