import { getCollector } from '@logyard/contract/sidecars/collectors'
import { getConfiguration, listConfigurationSidecars, listUploads } from '@logyard/contract/sidecars/configurations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'

export const collectorQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'collectors', 'one', id],
    queryFn: ({ signal }) => call(getCollector, { params: { id }, signal }),
    retry: false,
  })

export const configurationQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'configurations', 'one', id],
    queryFn: ({ signal }) => call(getConfiguration, { params: { id }, signal }),
    retry: false,
  })

/** How many sidecars have the configuration. */
export const sidecarCountQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'configurations', 'sidecars', id],
    queryFn: async ({ signal }) =>
      (await call(listConfigurationSidecars, { params: { id }, signal })).sidecar_ids.length,
  })

export const uploadsQuery = (call: Call, page: number) =>
  queryOptions({
    queryKey: [...SIDECARS_KEY, 'uploads', page],
    queryFn: ({ signal }) => call(listUploads, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  })
