import type { NodeSummary } from '@logyard/contract/cluster/cluster'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../base/services/services.tsx'
import { nodeNameAmong, nodesQuery } from './cluster-queries.ts'

/** The name of a node, which no other active node has. */
export function useNodeName(): (node: NodeSummary) => string {
  const nodes = useQuery(nodesQuery(useCall()))
  return (node) => nodeNameAmong(node, nodes.data ?? [])
}
