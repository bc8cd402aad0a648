import type { SearchFilter } from '@logyard/contract/search-types'

/** Throws with what is wrong in a filter, or in one that it holds. Types that are not known pass as they are. */
export function checkFilter(filter: unknown, refuse: (message: string) => Error, at: string): void {
  if (typeof filter !== 'object' || filter === null || !('type' in filter) || typeof filter.type !== 'string') {
    throw refuse(`Property ${at} must be an object with a type.`)
  }
  const known = KNOWN[filter.type]
  if (known === undefined) return
  for (const name of Object.keys(filter)) {
    if (name !== 'type' && !known.includes(name)) {
      throw refuse(`Unable to map property ${name}.\nKnown properties include: ${['type', ...known].join(', ')}`)
    }
  }
  const parts: Readonly<Record<string, unknown>> = { ...filter }
  const required = known[0]
  if (required === 'filters') {
    const list = parts['filters']
    if (!Array.isArray(list)) throw refuse(`Property ${at}.filters must be an array.`)
    for (const [index, part] of list.entries()) checkFilter(part, refuse, `${at}.filters[${index}]`)
  } else if (required !== undefined && typeof parts[required] !== 'string') {
    throw refuse(`Property ${at}.${required} must be a string.`)
  }
}

/** By type: the properties that it may have, the one that it must have first. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  and: ['filters'],
  or: ['filters'],
  stream: ['id', 'title', 'filters'],
  query_string: ['query', 'filters'],
}

/** The filter with every filter in it, outer ones first. */
function* parts(filter: SearchFilter | null | undefined): Generator<SearchFilter> {
  if (filter === null || filter === undefined) return
  yield filter
  if (filter.type === 'and' || filter.type === 'or') for (const part of filter.filters) yield* parts(part)
}

/** Streams that are named anywhere in it: a hit is in one of them, whatever the filter's structure. */
export const streamsOfFilter = (filter: SearchFilter | null | undefined): readonly string[] => [
  ...new Set([...parts(filter)].flatMap((part) => (part.type === 'stream' ? [part.id] : []))),
]

/** Query texts anywhere in it: a hit satisfies them all. */
export const queryTextsOfFilter = (filter: SearchFilter | null | undefined): readonly string[] =>
  [...parts(filter)].flatMap((part) => (part.type === 'query_string' ? [part.query] : []))

/** The filter with every query text in it replaced. */
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

/** Any of the streams, in addition to what the filter asks for already. */
export function withStreams(filter: SearchFilter | null | undefined, streamIds: readonly string[]): SearchFilter {
  const streams: SearchFilter = { type: 'or', filters: streamIds.map((id) => ({ type: 'stream', id })) }
  return filter === null || filter === undefined ? streams : { type: 'and', filters: [filter, streams] }
}
