/** The mutations of an output, with their toasts. */
import {
  addStreamOutputs,
  createOutput,
  deleteOutput,
  type OutputDraft,
  type OutputSummary,
  removeStreamOutput,
  updateOutput,
} from '@logyard/contract/outputs/outputs'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { OUTPUTS_KEY } from './output-queries.ts'

/** Streams show their outputs too, so both are invalidated. */
const CHANGED = [OUTPUTS_KEY, ['streams']] as const

export function useCreateOutput() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: OutputDraft) => call(createOutput, { body }),
    succeeded: ({ title }) => t('outputs.toast.created', { title }),
    failed: ({ title }, status) => ({
      title: t('outputs.toast.createFailed.title'),
      text: t('outputs.toast.createFailed', { title, status }),
    }),
    changes: CHANGED,
  })
}

export function useUpdateOutput(id: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ title, configuration }: OutputDraft) =>
      call(updateOutput, { params: { id }, body: { title, configuration } }),
    succeeded: ({ title }) => t('outputs.toast.updated', { title }),
    failed: ({ title }, status) => ({
      title: t('outputs.toast.updateFailed.title'),
      text: t('outputs.toast.updateFailed', { title, status }),
    }),
    changes: CHANGED,
  })
}

export function useDeleteOutput() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: OutputSummary) => call(deleteOutput, { params: { id } }),
    succeeded: () => t('outputs.toast.terminated'),
    failed: ({ title }, status) => ({
      title: t('outputs.toast.terminateFailed.title'),
      text: t('outputs.toast.terminateFailed', { title, status }),
    }),
    changes: CHANGED,
  })
}

export function useAssignOutput(streamId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (outputId: string) => call(addStreamOutputs, { params: { id: streamId }, body: { outputs: [outputId] } }),
    succeeded: () => t('outputs.toast.assigned'),
    failed: (_, status) => ({
      title: t('outputs.toast.assignFailed.title'),
      text: t('outputs.toast.assignFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useRemoveOutput(streamId: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: OutputSummary) => call(removeStreamOutput, { params: { id: streamId, outputId: id } }),
    succeeded: () => t('outputs.toast.removed'),
    failed: ({ title }, status) => ({
      title: t('outputs.toast.removeFailed.title'),
      text: t('outputs.toast.removeFailed', { title, status }),
    }),
    changes: CHANGED,
  })
}
