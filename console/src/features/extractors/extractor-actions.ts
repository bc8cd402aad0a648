/** The mutations of an extractor, with their toasts. */
import {
  type CreateExtractorRequest,
  createExtractor,
  deleteExtractor,
  type ExtractorSummary,
  orderExtractors,
  updateExtractor,
} from '@logyard/contract/extractors/extractors'
import { extractorsKey } from '../../ingest/extractors-query.ts'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'

/** Creates an extractor, or replaces the one with this id. */
export const useSaveExtractor = (inputId: string, extractorId: string | undefined) =>
  useAction({
    run: async (call, body: CreateExtractorRequest) => {
      if (extractorId === undefined) await call(createExtractor, { params: { inputId }, body })
      else await call(updateExtractor, { params: { inputId, extractorId }, body })
    },
    texts: extractorId === undefined ? 'extractors.toast.create' : 'extractors.toast.update',
    changes: [extractorsKey(inputId)],
  })

export const useDeleteExtractor = (inputId: string) =>
  useAskedAction({
    run: (call, { id }: ExtractorSummary) => call(deleteExtractor, { params: { inputId, extractorId: id } }),
    texts: 'extractors.toast.delete',
    question: 'extractors.delete',
    confirmLabel: 'extractors.delete',
    changes: [extractorsKey(inputId)],
  })

/** Takes the extractors in the order in which they will run. */
export const useOrderExtractors = (inputId: string) =>
  useAction({
    run: (call, extractors: readonly ExtractorSummary[]) =>
      call(orderExtractors, {
        params: { inputId },
        body: { order: Object.fromEntries(extractors.map(({ id }, position) => [String(position), id])) },
      }),
    texts: 'extractors.toast.order',
    changes: [extractorsKey(inputId)],
  })
