/** Replaces the stream ids in a view and its search. */
import type { SearchFilter, SearchType } from '@logyard/contract/search/search-types'
import type { SearchQuery } from '@logyard/contract/search/searches'
import type { ViewFileDraft } from '@logyard/contract/views/view-files'
import { isKnownSearchType } from '../search/search-types.ts'

/** Ids that are not in `renamed` are not changed. The filters of the file's search must be valid. */
export function renameStreams(file: ViewFileDraft, renamed: ReadonlyMap<string, string>): ViewFileDraft {
  const inList = <T extends { readonly streams?: string[] | null }>(part: T): T =>
    part.streams ? { ...part, streams: part.streams.map((id) => renamed.get(id) ?? id) } : part
  const inFilter = (filter: SearchFilter): SearchFilter => {
    switch (filter.type) {
      case 'and':
      case 'or':
        return { ...filter, filters: filter.filters.map(inFilter) }
      case 'stream':
        return { ...filter, id: renamed.get(filter.id) ?? filter.id }
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
