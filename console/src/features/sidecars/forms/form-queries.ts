import { getCollector } from '@logyard/contract/sidecars/collectors'
import { getConfiguration, listConfigurationSidecars, listUploads } from '@logyard/contract/sidecars/configurations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'

export const collectorQuery = (call: Call, id: string) => ({
  ...callQuery(call, [...SIDECARS_KEY, 'collectors', 'one', id], getCollector, { params: { id } }),
  retry: false,
})

export const configurationQuery = (call: Call, id: string) => ({
  ...callQuery(call, [...SIDECARS_KEY, 'configurations', 'one', id], getConfiguration, { params: { id } }),
  retry: false,
})

/** How many sidecars have the configuration. */
export const sidecarCountQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'configurations', 'sidecars', id],
    queryFn: async ({ signal }) =>
      (await call(listConfigurationSidecars, { params: { id }, signal })).sidecar_ids.length,
  })

export const uploadsQuery = (call: Call, page: number) => ({
  ...callQuery(call, [...SIDECARS_KEY, 'uploads', page], listUploads, { query: { page } }),
  placeholderData: keepPreviousData,
})
