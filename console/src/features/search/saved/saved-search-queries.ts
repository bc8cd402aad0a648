import { getSearch, type Search } from '@logyard/contract/search/searches'
import { getView, type View } from '@logyard/contract/views/views'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'

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
