/** The filters of a search as a list that clicks change. They are stored with the search, beside its streams. */
import { OFF_FILTER } from '@logyard/contract/search/search-types'
import { andQuery } from '../../../view-document/actions/query-composition.ts'
import { isSameFilters, type QueryFilter, type QuerySettings } from './search-document.ts'

/** As many as the server takes for a selection of messages. */
const MAX_FILTERS = 20

export const filterOfTerm = (query: string, isOff = false): QueryFilter => ({
  type: isOff ? OFF_FILTER : 'query_string',
  query,
})

export const isOff = ({ type }: QueryFilter): boolean => type === OFF_FILTER

const NOT = 'NOT '
const opposite = (term: string) => (term.startsWith(NOT) ? term.slice(NOT.length) : `${NOT}${term}`)

/** One more condition: it replaces its opposite, and goes into the text if there are too many filters. */
export function withTerm(query: QuerySettings, term: string): QuerySettings {
  const { otherFilters, text } = query
  const at = otherFilters.findIndex((one) => one.query === term || one.query === opposite(term))
  if (at !== -1) return { ...query, otherFilters: otherFilters.with(at, filterOfTerm(term)) }
  if (otherFilters.length >= MAX_FILTERS) return { ...query, text: andQuery(text, term) }
  return { ...query, otherFilters: [...otherFilters, filterOfTerm(term)] }
}

/** The filters of a search that opens while others are pinned. */
export function withPinned(query: QuerySettings, pinned: readonly QueryFilter[]): QuerySettings {
  const missing = pinned.filter((one) => !query.otherFilters.some((own) => own.query === one.query))
  const otherFilters = [...query.otherFilters, ...missing].slice(0, MAX_FILTERS)
  return isSameFilters(otherFilters, query.otherFilters) ? query : { ...query, otherFilters }
}
