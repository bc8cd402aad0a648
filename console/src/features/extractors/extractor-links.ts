import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { nodesQuery, systemQuery } from '../../cluster/cluster-queries.ts'
import { extractorsLink } from '../../ingest/extractors-link.ts'

const INPUT_ID = /^[\da-f]{24}$/

/** Links name the input and the node in either order. */
export const inputIdOf = (one: string, other: string): string =>
  INPUT_ID.test(one) || !INPUT_ID.test(other) ? one : other

/** The pages of an input's extractors. Those of a global input are opened under the id of the leader. */
export function useExtractorLinks(input: InputSummary) {
  const call = useCall()
  const nodes = useQuery({ ...nodesQuery(call), refetchInterval: false, enabled: input.node === null })
  const system = useQuery({ ...systemQuery(call), enabled: input.node === null })
  const leader = nodes.data?.find(({ is_master: isLeader }) => isLeader)?.node_id
  const nodeId = input.node ?? leader ?? system.data?.node_id ?? '-'
  return {
    list: extractorsLink(input),
    add: (query: Parameters<typeof routes.inputs.extractorNew>[2]) =>
      routes.inputs.extractorNew(input.id, nodeId, query),
    edit: (extractorId: string) => routes.inputs.extractorEdit(input.id, nodeId, extractorId),
    export: routes.inputs.extractorsExport(input.id, nodeId),
    import: routes.inputs.extractorsImport(input.id, nodeId),
  }
}
