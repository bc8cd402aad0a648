import type { SearchType } from '@logyard/contract/search/search-types'
import type { OffsetRange } from '@logyard/contract/search/time-ranges'
import { queryRefused } from '../search-errors.ts'
import { isKnownSearchType } from '../search-types.ts'
import { offsetRange, type ResolvedRange, resolveRange } from './resolve-range.ts'

/** Resolves the effective time range of search types. Throws `queryRefused` for invalid offsets. */
export function createSearchTypeRanges(deps: {
  /** All stored search types: an offset may refer to one that is not executed. */
  readonly searchTypes: readonly SearchType[]
  readonly queryRange: ResolvedRange
  /** Whether the query's range comes from an override, which replaces the ranges of search types. */
  readonly isOverridden: boolean
  readonly nowMs: number
}): (searchType: SearchType) => ResolvedRange {
  const { queryRange, isOverridden, nowMs } = deps
  const byId = new Map(deps.searchTypes.map((searchType) => [searchType.id, searchType]))

  function rangeOf(searchType: SearchType, askedBy: readonly string[]): ResolvedRange {
    // The time range of an unknown search type has not been validated.
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
