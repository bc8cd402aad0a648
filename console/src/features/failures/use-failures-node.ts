import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { useQuery } from '@tanstack/react-query'
import { useQueryValues } from '../../base/routes/location.ts'
import { useCall } from '../../base/services/services.tsx'
import { nodesQuery } from '../../cluster/cluster-queries.ts'

const NONE: readonly NodeSummary[] = []

/** The node whose failures are shown: each node has its own. Undefined where there is only one. */
export function useFailuresNode(): { readonly nodeId: string | undefined; readonly nodes: readonly NodeSummary[] } {
  const chosen = useQueryValues().get('node') ?? undefined
  const { data: nodes = NONE } = useQuery(nodesQuery(useCall()))
  return { nodeId: chosen ?? (nodes.length > 1 ? nodes[0]?.node_id : undefined), nodes }
}

/** The part of a request that names the node. */
export const queryOf = (nodeId: string | undefined) => (nodeId === undefined ? {} : { node_id: nodeId })
