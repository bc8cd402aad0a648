/** The changes of collectors, with their toasts. */
import {
  type CollectorDraft,
  type CollectorSummary,
  copyCollector,
  createCollector,
  deleteCollector,
  updateCollector,
} from '@logyard/contract/sidecars/collectors'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'
import { refusalText } from './refusal-text.ts'
import { SIDECARS_KEY } from './sidecar-queries.ts'

/** Without an id it creates the collector. */
export function useSaveCollector(id: string | undefined) {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: CollectorDraft) =>
      id === undefined ? call(createCollector, { body }) : call(updateCollector, { params: { id }, body }),
    succeeded: () => t(id === undefined ? 'sidecars.toast.collectorCreated' : 'sidecars.toast.collectorUpdated'),
    failed: (_, status, error) =>
      apiFieldErrors(error) === undefined
        ? {
            title: t('sidecars.toast.collectorSaveFailed.title'),
            text: refusalText(error, t('sidecars.toast.saveFailed', { status })),
          }
        : undefined,
    changes: [SIDECARS_KEY],
  })
}

export function useCopyCollector() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id, name }: { readonly id: string; readonly name: string }) =>
      call(copyCollector, { params: { id, name } }),
    succeeded: ({ name }) => t('sidecars.toast.collectorCopied', { name }),
    failed: (_, status, error) => ({
      title: t('sidecars.toast.collectorSaveFailed.title'),
      text: refusalText(error, t('sidecars.toast.saveFailed', { status })),
    }),
    changes: [SIDECARS_KEY],
  })
}

export function useDeleteCollector() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id }: CollectorSummary) => call(deleteCollector, { params: { id } }),
    succeeded: ({ name }) => t('sidecars.toast.collectorDeleted', { name }),
    failed: ({ name }, status, error) => ({
      title: t('sidecars.toast.collectorDeleteFailed.title', { name }),
      text: t('sidecars.toast.collectorDeleteFailed', { status: refusalText(error, status) }),
    }),
    changes: [SIDECARS_KEY],
  })
}
