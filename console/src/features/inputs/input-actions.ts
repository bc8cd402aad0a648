/** The mutations of an input, with their toasts. */
import {
  addStaticField,
  type CreateStaticFieldRequest,
  createInput,
  deleteInput,
  type InputCreateRequest,
  type InputSummary,
  removeStaticField,
  startInputInCluster,
  stopInputInCluster,
  updateInput,
} from '@logyard/contract/ingest/inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { INPUT_STATES_KEY } from '../../cluster/cluster-queries.ts'
import { INPUTS_KEY } from './input-queries.ts'
import { commandOutcome } from './input-state.ts'

const CHANGED = [INPUTS_KEY] as const

export function useCreateInput() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: InputCreateRequest) => call(createInput, { body }),
    succeeded: ({ title }) => t('inputs.toast.created', { title }),
    failed: ({ title }, status) => ({
      title: t('inputs.toast.createFailed.title'),
      text: t('inputs.toast.createFailed', { title, status }),
    }),
    changes: CHANGED,
  })
}

export function useUpdateInput(id: string) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: InputCreateRequest) => call(updateInput, { params: { id }, body }),
    succeeded: ({ title }) => t('inputs.toast.updated', { title }),
    failed: ({ title }, status) => ({
      title: t('inputs.toast.updateFailed.title'),
      text: t('inputs.toast.updateFailed', { title, status }),
    }),
    changes: CHANGED,
  })
}

export function useDeleteInput() {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: ({ id }: InputSummary) => call(deleteInput, { params: { id } }),
    succeeded: ({ title }) => t('inputs.toast.deleted', { title }),
    failed: ({ title }, status) => ({
      title: t('inputs.toast.deleteFailed.title'),
      text: t('inputs.toast.deleteFailed', { title, status }),
    }),
    changes: CHANGED,
  })
}

/** Reports whether all nodes, some or none executed the command. */
export function useInputCommand(command: 'start' | 'stop') {
  const call = useCall()
  const t = useText()
  const notify = useNotify()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: InputSummary) =>
      call(command === 'start' ? startInputInCluster : stopInputInCluster, { params: { id } }),
    onSuccess: (result, input) => {
      const { title } = input
      const outcome = commandOutcome(input, result)
      if (outcome === 'done')
        notify.success(t(`inputs.toast.${command}.done`, { title }), t(`inputs.toast.${command}.done.title`, { title }))
      else if (outcome === 'failed')
        notify.error(
          t(`inputs.toast.${command}.failed`, { title }),
          t(`inputs.toast.${command}.failed.title`, { title }),
        )
      else
        notify.warning(
          t(`inputs.toast.${command}.inPart`, { title }),
          t(`inputs.toast.${command}.inPart.title`, { title }),
        )
      return client.invalidateQueries({ queryKey: INPUT_STATES_KEY })
    },
    onError: (error, { title }) =>
      notify.error(
        t(`inputs.toast.${command}.error`, { title, status: statusText(error) }),
        t(`inputs.toast.${command}.failed.title`, { title }),
      ),
  })
}

export function useAddStaticField({ id, title }: InputSummary) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (body: CreateStaticFieldRequest) => call(addStaticField, { params: { id }, body }),
    succeeded: ({ key }) => t('inputs.toast.fieldAdded', { key, title }),
    failed: (_, status) => ({
      title: t('inputs.toast.fieldAddFailed.title', { title }),
      text: t('inputs.toast.fieldAddFailed', { status }),
    }),
    changes: CHANGED,
  })
}

export function useRemoveStaticField({ id, title }: InputSummary) {
  const call = useCall()
  const t = useText()
  return useReportedMutation({
    run: (key: string) => call(removeStaticField, { params: { id, key } }),
    succeeded: (key) => t('inputs.toast.fieldRemoved', { key, title }),
    failed: (key, status) => ({
      title: t('inputs.toast.fieldRemoveFailed.title', { key, title }),
      text: t('inputs.toast.fieldRemoveFailed', { status }),
    }),
    changes: CHANGED,
  })
}
