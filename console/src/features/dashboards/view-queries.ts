import { getSearch, type Search } from '@logyard/contract/search/searches'
import { getView, listDashboards, listViews, type View } from '@logyard/contract/views/views'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { type ListPosition, pageQueryOf } from '../../ui/data-table/list-state.ts'

/** Everything of saved searches and dashboards below is read again after a change to one. */
export const VIEWS_KEY = ['views'] as const

export const viewsQuery = (call: Call, kind: 'dashboards' | 'all', position: ListPosition) => {
  const query = pageQueryOf(position)
  return queryOptions({
    queryKey: [...VIEWS_KEY, kind, query],
    queryFn: async ({ signal }) => {
      const { views, total } = await call(kind === 'all' ? listViews : listDashboards, { query, signal })
      return { rows: views, total }
    },
    placeholderData: keepPreviousData,
  })
}

export interface SavedDashboard {
  readonly view: View
  readonly search: Pick<Search, 'queries' | 'parameters'>
}

/** A dashboard as it is opened. It is edited from then on, so it is not read again behind the editor's back. */
export const savedDashboardQuery = (call: Call, id: string) => {
  const searchOf = async (view: View, signal: AbortSignal): Promise<SavedDashboard['search']> => {
    try {
      return await call(getSearch, { params: { id: view.search_id }, signal })
    } catch (error) {
      // The widgets say themselves what they ask; saving stores a search again.
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
