import { EVENTS_STREAM_ID, listStreams, SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

/** The streams that the user may search, by title. Below the key of streams, so that changes to them are seen. */
export const readableStreamsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['streams', 'readable'],
    queryFn: async ({ signal }) => {
      const { streams } = await call(listStreams, { signal })
      return streams.toSorted((a, b) => a.title.localeCompare(b.title))
    },
    staleTime: 30_000,
  })

/** Searches without a choice of streams leave these two out. */
export const isEventStream = (id: string): boolean => id === EVENTS_STREAM_ID || id === SYSTEM_EVENTS_STREAM_ID
