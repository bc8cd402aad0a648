import { searchesEverywhere } from '@logyard/contract/identity/rights'
import { searchRelative } from '@logyard/contract/search/universal-search'
import { listStreams } from '@logyard/contract/streams/streams'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { overviewQuery } from '../index-set-queries.ts'

const DAY_S = 86_400

/**
 * The bytes that a set stores a day: its messages of the last 24 hours, at their average size. Undefined for users who
 * may not search.
 */
export function useBytesPerDay(indexSetId: string | undefined): number | undefined {
  const call = useCall()
  const canSearch = useMay()(searchesEverywhere)
  const overview = useQuery({
    ...overviewQuery(call, indexSetId ?? ''),
    enabled: indexSetId !== undefined && canSearch,
    refetchInterval: false,
  })
  const messages = useQuery({
    queryKey: ['index-set-day', indexSetId],
    queryFn: async ({ signal }) => {
      const { streams } = await call(listStreams, { signal })
      const own = streams.filter((stream) => stream.index_set_id === indexSetId)
      if (own.length === 0) return 0
      const query = own.map(({ id }) => `streams:${id}`).join(' OR ')
      const found = await call(searchRelative, { query: { query, range: DAY_S, limit: 1, decorate: false }, signal })
      return found.total_results
    },
    enabled: indexSetId !== undefined && canSearch,
    retry: false,
  })
  const sizes = Object.values(overview.data?.indices ?? {}).flatMap(({ size }) => size ?? [])
  const events = sizes.reduce((sum, size) => sum + size.events, 0)
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  return events === 0 || !messages.data ? undefined : (bytes / events) * messages.data
}
