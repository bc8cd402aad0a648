/** The changes of collectors. */
import {
  type CollectorDraft,
  type CollectorSummary,
  copyCollector,
  createCollector,
  deleteCollector,
  updateCollector,
} from '@logyard/contract/sidecars/collectors'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { isAtFields } from '../../ui/form/api-field-errors.ts'
import { collectorLabel } from './model/operating-system.ts'
import { refusalOr, refusalText } from './refusal-text.ts'
import { SIDECARS_KEY } from './sidecar-queries.ts'

/** Creates a collector, or replaces the one with this id. */
export const useSaveCollector = (id: string | undefined) =>
  useAction({
    run: (call, body: CollectorDraft) =>
      id === undefined ? call(createCollector, { body }) : call(updateCollector, { params: { id }, body }),
    texts: 'sidecars.toast.collectors.save',
    done: id === undefined ? 'sidecars.toast.collectors.created' : 'sidecars.toast.collectors.updated',
    changes: [SIDECARS_KEY],
    isShown: isAtFields,
    failedText: refusalText,
  })

export const useCopyCollector = () =>
  useAction({
    run: (call, params: { readonly id: string; readonly name: string }) => call(copyCollector, { params }),
    texts: 'sidecars.toast.collectors.save',
    done: 'sidecars.toast.collectors.copied',
    changes: [SIDECARS_KEY],
    failedText: refusalText,
  })

export const useDeleteCollector = () =>
  useAskedAction({
    run: (call, { id }: CollectorSummary) => call(deleteCollector, { params: { id } }),
    texts: 'sidecars.toast.collectors.delete',
    question: 'sidecars.collectors.delete',
    confirmLabel: 'sidecars.delete',
    values: (collector) => ({ name: collector.name, label: collectorLabel(collector) }),
    changes: [SIDECARS_KEY],
    reasonOf: refusalOr,
  })
