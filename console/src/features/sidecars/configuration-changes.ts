/** The changes of configurations, with their toasts. */
import {
  type ConfigurationDraft,
  type ConfigurationSummary,
  copyConfiguration,
  createConfiguration,
  deleteConfiguration,
  updateConfiguration,
} from '@logyard/contract/sidecars/configurations'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'
import { refusalText } from './refusal-text.ts'
import { SIDECARS_KEY } from './sidecar-queries.ts'

/** Without an id it creates the configuration. */
export function useSaveConfiguration(id: string | undefined) {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: ConfigurationDraft) =>
      id === undefined ? call(createConfiguration, { body }) : call(updateConfiguration, { params: { id }, body }),
    succeeded: () =>
      t(id === undefined ? 'sidecars.toast.configurationCreated' : 'sidecars.toast.configurationUpdated'),
    failed: ({ name }, status, error) =>
      apiFieldErrors(error) === undefined
        ? {
            title:
              id === undefined
                ? t('sidecars.toast.configurationSaveFailed.title')
                : t('sidecars.toast.configurationUpdateFailed.title', { name }),
            text: refusalText(error, t('sidecars.toast.saveFailed', { status })),
          }
        : undefined,
    changes: [SIDECARS_KEY],
  })
}

export function useCopyConfiguration() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id, name }: { readonly id: string; readonly name: string }) =>
      call(copyConfiguration, { params: { id, name } }),
    succeeded: ({ name }) => t('sidecars.toast.configurationCopied', { name }),
    failed: (_, status, error) => ({
      title: t('sidecars.toast.configurationSaveFailed.title'),
      text: refusalText(error, t('sidecars.toast.saveFailed', { status })),
    }),
    changes: [SIDECARS_KEY],
  })
}

export function useDeleteConfiguration() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id }: ConfigurationSummary) => call(deleteConfiguration, { params: { id } }),
    succeeded: ({ name }) => t('sidecars.toast.configurationDeleted', { name }),
    failed: ({ name }, status, error) => ({
      title: t('sidecars.toast.configurationDeleteFailed.title', { name }),
      text: t('sidecars.toast.configurationDeleteFailed', { status: refusalText(error, status) }),
    }),
    changes: [SIDECARS_KEY],
  })
}
