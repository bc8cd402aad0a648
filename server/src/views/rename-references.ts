/** Replaces the ids of streams, and those that decorators have, in a view and its search. */

import type { Decorator } from '@logyard/contract/search/decorators'
import type { SearchFilter, SearchType } from '@logyard/contract/search/search-types'
import type { SearchQuery } from '@logyard/contract/search/searches'
import { MessagesConfigDraft, type ViewStateDraft, type WidgetDraft } from '@logyard/contract/views/view-drafts'
import { Value } from 'typebox/value'
import { isKnownSearchType } from '../search/search-types.ts'

interface ViewParts {
  readonly view: { readonly state: Record<string, ViewStateDraft> }
  readonly search: { readonly queries: SearchQuery[] }
}
type Change<T> = (value: T) => T

/** The filters of the search must be valid. */
export function renameReferences<Parts extends ViewParts>(
  file: Parts,
  renamed: Change<string>,
  redecorated: Change<Decorator>,
): Parts {
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
  const inDecorated = <T extends { readonly decorators?: Decorator[] | null }>(part: T): T =>
    part.decorators ? { ...part, decorators: part.decorators.map(redecorated) } : part
  const inSearchType = (one: SearchType): SearchType => {
    if (!isKnownSearchType(one)) return one
    const changed = inFiltered(inList(one))
    return changed.type === 'messages' ? inDecorated(changed) : changed
  }
  const inWidget = (widget: WidgetDraft): WidgetDraft => {
    const changed = inList(widget)
    const { type, config } = changed
    const isList = type === 'messages' && Value.Check(MessagesConfigDraft, config)
    return isList ? { ...changed, config: inDecorated(config) } : changed
  }
  const inQuery = (query: SearchQuery): SearchQuery =>
    inFiltered({
      ...query,
      ...(query.search_types ? { search_types: query.search_types.map(inSearchType) } : {}),
    })

  const pages = Object.entries(file.view.state).map(
    ([id, page]) => [id, { ...page, widgets: page.widgets.map(inWidget) }] as const,
  )
  return {
    ...file,
    view: { ...file.view, state: Object.fromEntries(pages) },
    search: { ...file.search, queries: file.search.queries.map(inQuery) },
  }
}
