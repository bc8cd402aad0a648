/** Documents of the cluster configuration. */
import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'

export type ConfigDocument = Readonly<Record<string, unknown>>

export const configDocumentKey = (key: string) => ['cluster-config', key] as const

/** Empty while no document is stored. */
export const configDocumentQuery = (call: Call, key: string) =>
  queryOptions({
    queryKey: configDocumentKey(key),
    queryFn: async ({ signal }): Promise<ConfigDocument> => {
      const document = await call(getClusterConfig, { params: { key }, signal })
      return typeof document === 'object' && document !== null ? { ...document } : {}
    },
  })
