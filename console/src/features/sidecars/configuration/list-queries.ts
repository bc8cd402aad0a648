import { summarizeCollectors } from '@logyard/contract/sidecars/collectors'
import { listConfigurations } from '@logyard/contract/sidecars/configurations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { type ListPosition, pageQueryOf } from '../../../ui/data-table/list-state.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'

export const LIST = { sort: 'name', pageSizes: [10, 25], pageSize: 10 } as const

export const configurationsPageQuery = (call: Call, list: ListPosition) => {
  const query = pageQueryOf(list)
  return queryOptions({
    queryKey: [...SIDECARS_KEY, 'configurations', 'page', query],
    queryFn: async ({ signal }) => {
      const { configurations, pagination } = await call(listConfigurations, { query, signal })
      return { rows: configurations, total: pagination.total }
    },
    placeholderData: keepPreviousData,
  })
}

export const collectorsPageQuery = (call: Call, list: ListPosition) => {
  const query = pageQueryOf(list)
  return queryOptions({
    queryKey: [...SIDECARS_KEY, 'collectors', 'page', query],
    queryFn: async ({ signal }) => {
      const { collectors, pagination } = await call(summarizeCollectors, { query, signal })
      return { rows: collectors, total: pagination.total }
    },
    placeholderData: keepPreviousData,
  })
}
