import { getSearch, type Search } from '@logyard/contract/search/searches'
import { getView, type View } from '@logyard/contract/views/views'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { VIEWS_KEY } from '../../view-document/saved/view-queries.ts'

export interface SavedDashboard {
  readonly view: View
  readonly search: Pick<Search, 'queries' | 'parameters'>
}

/** A dashboard with its search. It is edited from then on, so it is not reloaded in the background. */
export const savedDashboardQuery = (call: Call, id: string) => {
  const searchOf = async (view: View, signal: AbortSignal): Promise<SavedDashboard['search']> => {
    try {
      return await call(getSearch, { params: { id: view.search_id }, signal })
    } catch (error) {
      // The widgets contain their own queries, and saving stores a new search.
      if (error instanceof ApiError && error.status === 404) return { queries: [], parameters: [] }
      throw error
    }
  }
  return queryOptions({
    queryKey: [...VIEWS_KEY, 'dashboard', id],
    queryFn: async ({ signal }): Promise<SavedDashboard> => {
      const view = await call(getView, { params: { id }, signal })
      return { view, search: await searchOf(view, signal) }
    },
    staleTime: 0,
    gcTime: 0,
  })
}
