import type { listDashboards, listSavedSearches, listViews } from '@logyard/contract/views/views'
import type { Call } from '../../api/api-client.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { pageQuery } from '../../ui/data-table/page-query.ts'

/** Prefix of all query keys of saved searches and dashboards; a change to one invalidates them all. */
export const VIEWS_KEY = ['views'] as const

/** A page of the views that an operation lists. */
export const viewsQuery = (
  call: Call,
  operation: typeof listDashboards | typeof listSavedSearches | typeof listViews,
  position: ListPosition,
) =>
  pageQuery(call, [...VIEWS_KEY, operation.id], position, async (until, query) => {
    const { views, total } = await until(operation, { query })
    return { rows: views, total }
  })
