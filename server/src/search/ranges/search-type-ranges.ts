import type { SearchType } from '@logyard/contract/search/search-types'
import type { OffsetRange } from '@logyard/contract/search/time-ranges'
import { queryRefused } from '../search-errors.ts'
import { isKnownSearchType } from '../search-type.ts'
import { offsetRange, type ResolvedRange, resolveRange } from './resolve-range.ts'

export interface SearchTypeRanges {
  /** All that are stored with the query: one that is left out may be what another one refers to. */
  readonly searchTypes: readonly SearchType[]
  readonly queryRange: ResolvedRange
  /** Whether the query's range is that of an override, which beats those of search types. */
  readonly isOverridden: boolean
  readonly nowMs: number
}

/** The effective time range of each search type. It throws `queryRefused` for an offset that leads nowhere. */
export function createSearchTypeRanges(deps: SearchTypeRanges): (searchType: SearchType) => ResolvedRange {
  const { queryRange, isOverridden, nowMs } = deps
  const byId = new Map(deps.searchTypes.map((searchType) => [searchType.id, searchType]))

  function rangeOf(searchType: SearchType, askedBy: readonly string[]): ResolvedRange {
    // What a search type of an unknown type calls its time range may be anything.
    const own = isKnownSearchType(searchType) ? searchType.timerange : undefined
    if (!own) return queryRange
    if (own.type !== 'offset') return isOverridden ? queryRange : resolveRange(own, nowMs)
    const reference = referenceOf(own, [...askedBy, searchType.id])
    const moved = offsetRange(isOverridden ? queryRange : reference, own)
    if (moved === undefined) throw queryRefused(`Unable to parse offset '${own.offset}'`)
    return moved
  }

  function referenceOf({ source, id }: OffsetRange, askedBy: readonly string[]): ResolvedRange {
    if (source === 'query') return queryRange
    if (source !== 'search_type') throw queryRefused(`Unknown source of an offset time range: '${source}'`)
    const other = id ? byId.get(id) : undefined
    if (other === undefined) throw queryRefused(`The offset time range refers to an unknown search type: '${id ?? ''}'`)
    if (askedBy.includes(other.id)) throw queryRefused(`The time range of search type '${other.id}' refers to itself`)
    return rangeOf(other, askedBy)
  }

  return (searchType) => rangeOf(searchType, [])
}
