/** Replaces the stream ids in a view and its search. */

import type { SearchFilter, SearchType } from '@logyard/contract/search/search-types'
import type { SearchQuery } from '@logyard/contract/search/searches'
import type { ViewStateDraft } from '@logyard/contract/views/view-drafts'
import { isKnownSearchType } from '../search/search-types.ts'

interface ViewParts {
  readonly view: { readonly state: Record<string, ViewStateDraft> }
  readonly search: { readonly queries: SearchQuery[] }
}

/** The filters of the search must be valid. */
export function renameStreams<Parts extends ViewParts>(file: Parts, renamed: (id: string) => string): Parts {
  const inList = <T extends { readonly streams?: string[] | null }>(part: T): T =>
    part.streams ? { ...part, streams: part.streams.map(renamed) } : part
  const inFilter = (filter: SearchFilter): SearchFilter => {
    switch (filter.type) {
      case 'and':
      case 'or':
        return { ...filter, filters: filter.filters.map(inFilter) }
      case 'stream':
        return { ...filter, id: renamed(filter.id) }
      default:
        return filter
    }
  }
  const inFiltered = <T extends { readonly filter?: SearchFilter | null }>(part: T): T =>
    part.filter ? { ...part, filter: inFilter(part.filter) } : part
  // A search type of an unknown type may have any content. It is stored unchanged and fails when it is executed.
  const inSearchType = (one: SearchType): SearchType => (isKnownSearchType(one) ? inFiltered(inList(one)) : one)
  const inQuery = (query: SearchQuery): SearchQuery =>
    inFiltered({
      ...query,
      ...(query.search_types ? { search_types: query.search_types.map(inSearchType) } : {}),
    })

  const pages = Object.entries(file.view.state).map(
    ([id, page]) => [id, { ...page, widgets: page.widgets.map(inList) }] as const,
  )
  return {
    ...file,
    view: { ...file.view, state: Object.fromEntries(pages) },
    search: { ...file.search, queries: file.search.queries.map(inQuery) },
  }
}
