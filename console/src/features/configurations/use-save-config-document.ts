/** Documents of the cluster configuration that the console edits as a whole. */
import { updateClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { type ConfigDocument, configDocumentKey } from '../../cluster/config-document-query.ts'

type Titles = 'configurations.failed.title' | 'configurations.customization.failed.title'

function useSaveDocument(key: string, title: Titles) {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: ConfigDocument) => call(updateClusterConfig, { params: { key }, body }),
    succeeded: () => t('configurations.saved'),
    failed: (_, status) => ({ title: t(title, { key }), text: t('configurations.failed', { status }) }),
    changes: [configDocumentKey(key)],
  })
}

export const useSaveConfigDocument = (key: string) => useSaveDocument(key, 'configurations.failed.title')

/** For documents that change how the console looks. */
export const useSaveCustomization = (key: string) => useSaveDocument(key, 'configurations.customization.failed.title')
