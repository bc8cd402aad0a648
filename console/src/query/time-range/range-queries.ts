import { testNaturalDate } from '@logyard/contract/search/natural-dates'
import { getSearchesConfig } from '@logyard/contract/search/searches-config'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'

export const SEARCHES_CONFIG_QUERY_KEY = ['searches-config'] as const

export const searchesConfigQuery = (call: Call) => ({
  ...callQuery(call, SEARCHES_CONFIG_QUERY_KEY, getSearchesConfig),
  staleTime: 60_000,
})

/** The interval that a keyword currently stands for, in milliseconds since the epoch. */
export const keywordQuery = (call: Call, keyword: string) =>
  queryOptions({
    queryKey: ['keyword-range', keyword],
    queryFn: async ({ signal }) => {
      const { from, to } = await call(testNaturalDate, { query: { string: keyword }, signal })
      return { fromMs: utcMs(from), toMs: utcMs(to) }
    },
    enabled: keyword.trim() !== '',
    // The meaning of `last five minutes` changes over time.
    staleTime: 1_000,
    gcTime: 10_000,
  })

const utcMs = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
