/** The mutations of an extractor, with their toasts. */
import {
  type CreateExtractorRequest,
  createExtractor,
  deleteExtractor,
  type ExtractorSummary,
  orderExtractors,
  updateExtractor,
} from '@logyard/contract/extractors/extractors'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { extractorsKey } from '../../ingest/extractors-query.ts'

export function useCreateExtractor(inputId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: CreateExtractorRequest) => call(createExtractor, { params: { inputId }, body }),
    succeeded: ({ title }) => t('extractors.toast.created', { title }),
    failed: (_, status) => ({
      title: t('extractors.toast.createFailed.title'),
      text: t('extractors.toast.createFailed', { status }),
    }),
    changes: [extractorsKey(inputId)],
  })
}

export function useUpdateExtractor(inputId: string, extractorId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: CreateExtractorRequest) => call(updateExtractor, { params: { inputId, extractorId }, body }),
    succeeded: ({ title }) => t('extractors.toast.updated', { title }),
    failed: (_, status) => ({
      title: t('extractors.toast.updateFailed.title'),
      text: t('extractors.toast.updateFailed', { status }),
    }),
    changes: [extractorsKey(inputId)],
  })
}

export function useDeleteExtractor(inputId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: ExtractorSummary) => call(deleteExtractor, { params: { inputId, extractorId: id } }),
    succeeded: ({ title }) => t('extractors.toast.deleted', { title }),
    failed: ({ title }, status) => ({
      title: t('extractors.toast.deleteFailed.title', { title }),
      text: t('extractors.toast.deleteFailed', { status }),
    }),
    changes: [extractorsKey(inputId)],
  })
}

/** Takes the extractors in the order in which they will run. */
export function useOrderExtractors(inputId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (extractors: readonly ExtractorSummary[]) =>
      call(orderExtractors, {
        params: { inputId },
        body: { order: Object.fromEntries(extractors.map(({ id }, position) => [String(position), id])) },
      }),
    succeeded: () => t('extractors.toast.ordered'),
    failed: (_, status) => ({
      title: t('extractors.toast.orderFailed.title'),
      text: t('extractors.toast.orderFailed', { status }),
    }),
    changes: [extractorsKey(inputId)],
  })
}
