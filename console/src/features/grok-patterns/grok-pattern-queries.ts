import { grokPatternsPaginated } from '@logyard/contract/grok/grok-patterns'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { GROK_PATTERNS_KEY } from '../../parsing/grok-patterns-query.ts'
import { type ListPosition, pageQueryOf } from '../../ui/data-table/list-state.ts'

export const grokPatternPageQuery = (call: Call, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...GROK_PATTERNS_KEY, 'page', query],
    queryFn: async ({ signal }) => {
      const { patterns, total } = await call(grokPatternsPaginated, { query, signal })
      return { rows: patterns, total }
    },
    placeholderData: keepPreviousData,
  })
}
