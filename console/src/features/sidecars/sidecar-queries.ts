/** The queries of the pages of sidecars. */
import { summarizeCollectors } from '@logyard/contract/sidecars/collectors'
import { listConfigurations } from '@logyard/contract/sidecars/configurations'
import { getSidecar, listSidecars } from '@logyard/contract/sidecars/sidecars'
import { listVariables } from '@logyard/contract/sidecars/variables'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery, pickQuery, polledQuery } from '../../api/call-query.ts'
import { type ListPosition, pageQueryOf } from '../../ui/data-table/list-state.ts'

/** Prefix of all keys: most changes concern several of the pages. */
export const SIDECARS_KEY = ['sidecars'] as const

/** Sidecars report every few seconds. */
export const POLL_MS = 5_000

/** A page of the sidecars. Silent ones are hidden at first. */
export const sidecarsQuery = (call: Call, list: ListPosition) => {
  const query = { ...pageQueryOf(list), only_active: list.filters['inactive'] === undefined }
  return queryOptions({
    queryKey: [...SIDECARS_KEY, 'page', query],
    queryFn: async ({ signal }) => {
      const found = await call(listSidecars, { query, signal, extendSession: false })
      return { rows: found.sidecars, total: found.pagination.total, registered: found.total }
    },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

export const sidecarQuery = (call: Call, nodeId: string) => ({
  ...polledQuery(call, [...SIDECARS_KEY, 'one', nodeId], POLL_MS, getSidecar, { params: { node_id: nodeId } }),
  retry: false,
})

const ALL = { page: 1, per_page: 0, sort: 'name', order: 'asc' } as const

/** Without templates. */
export const allCollectorsQuery = (call: Call) =>
  pickQuery(call, [...SIDECARS_KEY, 'collectors', 'all'], ({ collectors }) => collectors, summarizeCollectors, {
    query: ALL,
  })

/** Without templates. */
export const allConfigurationsQuery = (call: Call) =>
  pickQuery(call, [...SIDECARS_KEY, 'configurations', 'all'], ({ configurations: all }) => all, listConfigurations, {
    query: ALL,
  })

/** Sorted by name. */
export const variablesQuery = (call: Call) => callQuery(call, [...SIDECARS_KEY, 'variables'], listVariables)
