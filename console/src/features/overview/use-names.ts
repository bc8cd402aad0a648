/** Names instead of the ids in notifications. */
import { getInput, listInputs } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { pickQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { goneNodesQuery, nodeNameAmong, nodesQuery } from '../../cluster/cluster-queries.ts'

export interface Names {
  readonly nodes: ReadonlyMap<string, string>
  readonly inputs: ReadonlyMap<string, string>
}

/** Entities that the user may not read, or that are deleted, are missing. */
export function useNames(): Names {
  const call = useCall()
  const may = useMay()
  const { data: active = [] } = useQuery(nodesQuery(call))
  const { data: gone = [] } = useQuery(goneNodesQuery(call))
  const inputs = useQuery({
    ...pickQuery(call, ['inputs', 'titles'], ({ inputs: all }) => all, listInputs, { extendSession: false }),
    enabled: may(getInput),
  })
  return {
    nodes: new Map([...gone, ...active].map((node) => [node.node_id, nodeNameAmong(node, active)])),
    inputs: new Map(inputs.data?.map(({ id, title }) => [id, title])),
  }
}
