import type { SearchFilter } from '@logyard/contract/search/search-types'

/** The filter and all nested filters, outer ones first. */
function* parts(filter: SearchFilter | null | undefined): Generator<SearchFilter> {
  if (filter === null || filter === undefined) return
  yield filter
  if (filter.type === 'and' || filter.type === 'or') for (const part of filter.filters) yield* parts(part)
}

/** The streams anywhere in the filter: messages must be in one of them, whatever the filter's structure. */
export const streamsOfFilter = (filter: SearchFilter | null | undefined): readonly string[] => [
  ...new Set([...parts(filter)].flatMap((part) => (part.type === 'stream' ? [part.id] : []))),
]

/** The query texts anywhere in the filter: messages must satisfy all of them. */
export const queryTextsOfFilter = (filter: SearchFilter | null | undefined): readonly string[] =>
  [...parts(filter)].flatMap((part) => (part.type === 'query_string' ? [part.query] : []))

/** Replaces every query text in the filter. */
export function mapQueryTexts(filter: SearchFilter, change: (text: string) => string): SearchFilter {
  switch (filter.type) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((part) => mapQueryTexts(part, change)) }
    case 'query_string':
      return { ...filter, query: change(filter.query) }
    default:
      return filter
  }
}

/** Adds the condition that messages are in any of the streams. */
export function withStreams(filter: SearchFilter | null | undefined, streamIds: readonly string[]): SearchFilter {
  const streams: SearchFilter = { type: 'or', filters: streamIds.map((id) => ({ type: 'stream', id })) }
  return filter === null || filter === undefined ? streams : { type: 'and', filters: [filter, streams] }
}
