/** The columns with which a search of one stream begins. */
import { getStreamColumns } from '@logyard/contract/streams/stream-columns'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { pickQuery } from '../../../api/call-query.ts'
import { useQueryValues } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { streamsFromUrl } from './search-url.ts'

export const streamColumnsKey = (streamId: string) => ['streams', 'columns', streamId]

export const streamColumnsQuery = (call: Call, streamId: string) => ({
  ...pickQuery(call, streamColumnsKey(streamId), ({ columns }) => columns, getStreamColumns, { params: { streamId } }),
  staleTime: 30_000,
  retry: false,
})

/** The only one of these streams. */
export const onlyStream = (streams: readonly string[]): string | undefined =>
  streams.length === 1 ? streams[0] : undefined

/** The columns of the one stream that a new search is restricted to, by its page or by the address. */
export function useFirstColumns(pageStreamId: string | undefined) {
  const named = streamsFromUrl(useQueryValues())
  const streamId = onlyStream(named.length > 0 || pageStreamId === undefined ? named : [pageStreamId]) ?? ''
  const isAsked = useMay()(getStreamColumns, { streamId }) && streamId !== ''
  const found = useQuery({ ...streamColumnsQuery(useCall(), streamId), enabled: isAsked })
  return { isLoading: found.isLoading, columns: found.data ?? [] }
}
