import type { AggregationConfig } from './processor-configs.ts'

type Filter = Pick<AggregationConfig, 'query' | 'query_parameters' | 'streams' | 'group_by' | 'series'>

/**
 * Whether messages are tested against the condition as they arrive: it must be about single messages, not about all
 * messages, and its query must be known without lookups.
 */
export function isArrivalFilter({ query, query_parameters = [], streams, group_by, series }: Filter): boolean {
  const isAboutSome = streams.length > 0 || !['', '*'].includes(query.trim())
  return isAboutSome && series.length === 0 && group_by.length === 0 && query_parameters.length === 0
}
