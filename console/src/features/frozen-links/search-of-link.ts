import type { FrozenLink } from '@logyard/contract/search/frozen-links'
import { routes } from '../../base/routes/routes.ts'

/** The search that was frozen, over exactly its time range. */
export function searchOfLink({ query, filters, streams, timerange }: FrozenLink): string {
  const { from, to } = timerange
  const link = routes.search({ q: query, rangetype: 'absolute', from, to, streams: streams.join(',') || undefined })
  // A filter of a link may begin with `off:`, which `on:` before it turns into a part of the query.
  return [link, ...filters.map((filter) => `filter=${encodeURIComponent(`on:${filter}`)}`)].join('&')
}
