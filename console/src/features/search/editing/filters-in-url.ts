/** `filter=source:web-1`, once for each filter, and `filter=off:level:7` for one that is switched off. */

import { filterOfTerm, isOff } from './query-filters.ts'
import type { QueryFilter } from './search-document.ts'

const OFF = 'off:'
const ON = 'on:'

/** `undefined` if the link says nothing about filters; an empty parameter means none. */
export function filtersFromUrl(values: URLSearchParams): readonly QueryFilter[] | undefined {
  if (!values.has('filter')) return undefined
  return values
    .getAll('filter')
    .filter((value) => value.trim() !== '')
    .map(readFilter)
}

function readFilter(value: string): QueryFilter {
  if (value.startsWith(OFF)) return filterOfTerm(value.slice(OFF.length), true)
  return filterOfTerm(value.startsWith(ON) ? value.slice(ON.length) : value)
}

/** `saved` are the filters that a link without the parameter has. */
export function filterValues(filters: readonly QueryFilter[], saved: readonly QueryFilter[]): readonly string[] {
  if (filters.length === 0) return saved.length === 0 ? [] : ['']
  return filters.map((filter) => {
    if (isOff(filter)) return `${OFF}${filter.query}`
    // A field can be called `on` or `off`.
    const isAmbiguous = filter.query.startsWith(OFF) || filter.query.startsWith(ON)
    return isAmbiguous ? `${ON}${filter.query}` : filter.query
  })
}
