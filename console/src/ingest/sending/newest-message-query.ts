import { searchRelative } from '@logyard/contract/search/universal-search'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

const POLL_MS = 2_000

export const ofInput = (id: string): string => `gl2_source_input:${id}`

/** The newest message that a query finds, polled until there is one. */
export const newestMessageQuery = (call: Call, query: string) =>
  queryOptions({
    queryKey: ['newest-message', query],
    queryFn: async ({ signal }) => {
      const found = await call(searchRelative, {
        query: { query, range: 0, limit: 1, decorate: false },
        signal,
        extendSession: false,
      })
      return found.messages[0]?.message ?? null
    },
    refetchInterval: ({ state }) => (state.data ? false : POLL_MS),
  })
