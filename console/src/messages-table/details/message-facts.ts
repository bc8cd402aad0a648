/** The names of the inputs, nodes and streams in a message, as far as the user may see them. */
import { listInputs } from '@logyard/contract/ingest/inputs'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { nodeName, nodesQuery } from '../../cluster/cluster-queries.ts'
import { readableStreamsQuery } from '../../query/stream-picker/readable-streams-query.ts'

const STALE_MS = 60_000

export function useMessageFacts() {
  const call = useCall()
  const inputs = useQuery({
    queryKey: ['inputs', 'names'],
    queryFn: async ({ signal }) => {
      const list = await call(listInputs, { signal, extendSession: false })
      return new Map(list.inputs.map(({ id, title }) => [id, title]))
    },
    staleTime: STALE_MS,
    retry: false,
  })
  const nodes = useQuery(nodesQuery(call))
  const streams = useQuery(readableStreamsQuery(call))
  return {
    /** Until they are loaded, a missing name does not mean that the entity was deleted. */
    isPending: inputs.isPending || nodes.isPending || streams.isPending,
    /** `undefined`: the input was deleted, or the user may not see it. */
    inputTitle: (id: string) => inputs.data?.get(id),
    nodeTitle(id: string): string | undefined {
      const node = nodes.data?.find(({ node_id }) => node_id === id)
      return node && nodeName(node)
    },
    streams: streams.data ?? [],
  }
}
