import { getSearch, type Search } from '@logyard/contract/search/searches'
import { getView, listSavedSearches, type View } from '@logyard/contract/views/views'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from '../../../ui/data-table/list-state.ts'

/** Lists of saved searches and dashboards: read again after a change to one. */
export const VIEWS_KEY = ['views'] as const

export interface SavedSearch {
  readonly view: View
  readonly search: Search
}

/** A saved search as it is opened. It is edited from then on, so it is not read again behind the editor's back. */
export const savedSearchQuery = (call: Call, id: string) =>
  queryOptions({
    // Not below the lists' key: after it was deleted it must not be asked for again.
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
