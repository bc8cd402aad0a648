import { listDecorators } from '@logyard/contract/search/decorators'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'

export const DECORATORS_KEY = ['decorators'] as const

/** The configured decorators of all streams, in the order in which they run. */
export const decoratorsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...DECORATORS_KEY, 'all'],
    queryFn: async ({ signal }) => {
      const all = await call(listDecorators, { signal })
      return all.toSorted((a, b) => a.order - b.order)
    },
    staleTime: 30_000,
  })
