import { listStreams } from '@logyard/contract/streams/streams'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

/** The streams that the user may search, by title. The key is below that of streams, so that changes invalidate it. */
export const readableStreamsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['streams', 'readable'],
    queryFn: async ({ signal }) => {
      const { streams } = await call(listStreams, { signal })
      return streams.toSorted((a, b) => a.title.localeCompare(b.title))
    },
    staleTime: 30_000,
  })
