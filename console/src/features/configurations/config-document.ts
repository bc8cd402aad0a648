/** Documents of the cluster configuration that the console edits as a whole. */
import { getClusterConfig, updateClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'

export type ConfigDocument = Readonly<Record<string, unknown>>

const keyOf = (key: string) => ['cluster-config', key] as const

/** Empty while no document is stored. */
export const configDocumentQuery = (call: Call, key: string) =>
  queryOptions({
    queryKey: keyOf(key),
    queryFn: async ({ signal }): Promise<ConfigDocument> => {
      const document = await call(getClusterConfig, { params: { key }, signal })
      return typeof document === 'object' && document !== null ? { ...document } : {}
    },
  })

export function useSaveConfigDocument(key: string) {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: ConfigDocument) => call(updateClusterConfig, { params: { key }, body }),
    succeeded: () => t('configurations.saved'),
    failed: (_, status) => ({
      title: t('configurations.failed.title', { key }),
      text: t('configurations.failed', { status }),
    }),
    changes: [keyOf(key)],
  })
}
