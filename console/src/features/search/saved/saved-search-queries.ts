import { getSearch, type Search } from '@logyard/contract/search/searches'
import { getView, listSavedSearches, type View } from '@logyard/contract/views/views'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from '../../../ui/data-table/list-state.ts'

/** Prefix of the query keys of saved search and dashboard lists; a change to one invalidates them. */
export const VIEWS_KEY = ['views'] as const

export interface SavedSearch {
  readonly view: View
  readonly search: Search
}

/** A saved search. It is edited from then on, so it is not reloaded in the background. */
export const savedSearchQuery = (call: Call, id: string) =>
  queryOptions({
    // Outside the lists' key: invalidating the lists after a deletion must not refetch the deleted search.
    queryKey: ['saved-search', id],
    queryFn: async ({ signal }): Promise<SavedSearch> => {
      const view = await call(getView, { params: { id }, signal })
      const search = await call(getSearch, { params: { id: view.search_id }, signal })
      return { view, search }
    },
    staleTime: 0,
    gcTime: 0,
  })

export const savedSearchesQuery = (call: Call, position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...VIEWS_KEY, 'saved', query],
    queryFn: async ({ signal }) => {
      const { views, total } = await call(listSavedSearches, { query, signal })
      return { rows: views, total }
    },
    placeholderData: keepPreviousData,
  })
}
