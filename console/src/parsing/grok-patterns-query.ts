import { listGrokPatterns } from '@logyard/contract/grok/grok-patterns'
import type { Call } from '../api/api-client.ts'
import { pickQuery } from '../api/call-query.ts'

/** Prefix of the keys of all queries for grok patterns; a change to one pattern invalidates them all. */
export const GROK_PATTERNS_KEY = ['grok-patterns'] as const

/** All grok patterns by name. For users who may call `listGrokPatterns`. */
export const grokPatternsQuery = (call: Call) => ({
  ...pickQuery(
    call,
    [...GROK_PATTERNS_KEY, 'all'],
    ({ patterns }) => patterns.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    listGrokPatterns,
  ),
  staleTime: 60_000,
})
