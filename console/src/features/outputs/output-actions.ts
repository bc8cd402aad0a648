/** The changes of an output. */
import {
  addStreamOutputs,
  createOutput,
  deleteOutput,
  type OutputDraft,
  type OutputSummary,
  removeStreamOutput,
  updateOutput,
} from '@logyard/contract/outputs/outputs'
import type { ReactNode } from 'react'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { OUTPUTS_KEY } from './output-queries.ts'

/** Streams show their outputs too, so both are invalidated. */
const CHANGED = [OUTPUTS_KEY, ['streams']] as const

export const useCreateOutput = () =>
  useAction({
    run: (call, body: OutputDraft) => call(createOutput, { body }),
    texts: 'outputs.toast.create',
    changes: CHANGED,
  })

export const useUpdateOutput = (id: string) =>
  useAction({
    run: (call, { title, configuration }: OutputDraft) =>
      call(updateOutput, { params: { id }, body: { title, configuration } }),
    texts: 'outputs.toast.update',
    changes: CHANGED,
  })

export const useDeleteOutput = (textOf: (output: OutputSummary) => ReactNode) =>
  useAskedAction({
    run: (call, { id }: OutputSummary) => call(deleteOutput, { params: { id } }),
    texts: 'outputs.toast.terminate',
    question: 'outputs.deleteGlobally',
    questionText: textOf,
    confirmLabel: 'outputs.deleteGlobally',
    changes: CHANGED,
  })

export const useAssignOutput = (streamId: string) =>
  useAction({
    run: (call, outputId: string) =>
      call(addStreamOutputs, { params: { id: streamId }, body: { outputs: [outputId] } }),
    texts: 'outputs.toast.assign',
    changes: CHANGED,
  })

export const useRemoveOutput = (streamId: string, textOf: (output: OutputSummary) => ReactNode) =>
  useAskedAction({
    run: (call, { id }: OutputSummary) => call(removeStreamOutput, { params: { id: streamId, outputId: id } }),
    texts: 'outputs.toast.remove',
    question: 'outputs.deleteFromStream',
    questionText: textOf,
    confirmLabel: 'outputs.deleteFromStream',
    changes: CHANGED,
  })
