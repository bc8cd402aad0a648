/** What stands behind the ids in a message: names of inputs, nodes and streams, as far as the reader may know them. */
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
    /** Until then nobody can tell what there is no more. */
    isPending: inputs.isPending || nodes.isPending || streams.isPending,
    /** `undefined`: there is no such input any more, or it is not for this reader. */
    inputTitle: (id: string) => inputs.data?.get(id),
    nodeTitle(id: string): string | undefined {
      const node = nodes.data?.find(({ node_id }) => node_id === id)
      return node && nodeName(node)
    },
    streams: streams.data ?? [],
  }
}
