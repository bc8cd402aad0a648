import { listGrokPatterns } from '@logyard/contract/grok/grok-patterns'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

/** Prefix of the keys of all queries for grok patterns; a change to one pattern invalidates them all. */
export const GROK_PATTERNS_KEY = ['grok-patterns'] as const

/** All grok patterns by name. For users who may call `listGrokPatterns`. */
export const grokPatternsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...GROK_PATTERNS_KEY, 'all'],
    queryFn: async ({ signal }) => {
      const { patterns } = await call(listGrokPatterns, { signal })
      return patterns.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    staleTime: 60_000,
  })
