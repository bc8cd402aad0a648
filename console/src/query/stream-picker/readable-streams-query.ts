import { listStreams } from '@logyard/contract/streams/streams'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'

/** The streams that the user may search, by title. The key is below that of streams, so that changes invalidate it. */
export const readableStreamsQuery = (call: Call) => ({
  ...pickQuery(
    call,
    ['streams', 'readable'],
    ({ streams }) => streams.toSorted((a, b) => a.title.localeCompare(b.title)),
    listStreams,
  ),
  staleTime: 30_000,
})
