/** The changes of an input. */
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
import { INPUT_STATES_KEY, settledStates } from '../../ingest/input-states.ts'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { INPUTS_KEY, inputsQuery } from './input-queries.ts'
import { commandOutcome } from './input-state.ts'
import { useFailureText } from './use-failure-text.ts'

const CHANGED = [INPUTS_KEY] as const

/** `onRunning` is told the id once the new input runs. */
export function useCreateInput(onRunning: (id: string) => void) {
  const t = useText()
  const report = useReportState()
  return useAction({
    async run(call, body: InputCreateRequest) {
      const { id } = await call(createInput, { body })
      void report(id, body.title, t('inputs.toast.created', { title: body.title })).then(
        (isRunning) => isRunning && onRunning(id),
      )
    },
    texts: 'inputs.toast.create',
    changes: CHANGED,
  })
}

export function useUpdateInput(id: string) {
  const t = useText()
  const report = useReportState()
  return useAction({
    /** An input that had failed starts again: its setting may have been the reason. */
    async run(call, { body, isFailed }: { readonly body: InputCreateRequest; readonly isFailed: boolean }) {
      await call(updateInput, { params: { id }, body })
      if (isFailed) await call(startInputInCluster, { params: { id } })
      void report(id, body.title, t('inputs.toast.updated', { title: body.title }))
    },
    texts: 'inputs.toast.update',
    values: ({ body: { title } }) => ({ title }),
    changes: CHANGED,
  })
}

/** Waits until the input runs or fails, tells which, and resolves to whether it runs. An input that is stopped stays stopped. */
function useReportState() {
  const call = useCall()
  const t = useText()
  const notify = useNotify()
  const client = useQueryClient()
  const failureText = useFailureText()
  return async (id: string, title: string, success: string, successTitle?: string): Promise<boolean> => {
    let isRunning = false
    try {
      const states = await settledStates(call, id)
      isRunning = states.some(({ state }) => state === 'RUNNING')
      const failed = states.find(({ state }) => state === 'FAILED')
      const inputs = await client.fetchQuery({ ...inputsQuery(call), staleTime: 0 })
      const input = failed?.message_input
      if (failed === undefined || input === undefined) notify.success(success, successTitle)
      else {
        const { text } = failureText(input, failed.detailed_message, inputs)
        notify.error(text, t('inputs.toast.notRunning', { title }))
      }
    } catch (error) {
      notify.warning(t('inputs.toast.stateUnknown', { title, status: statusText(error) }))
    }
    await client.invalidateQueries({ queryKey: INPUT_STATES_KEY })
    return isRunning
  }
}

export const useDeleteInput = () =>
  useAskedAction({
    run: (call, { id }: InputSummary) => call(deleteInput, { params: { id } }),
    texts: 'inputs.toast.delete',
    question: 'inputs.delete',
    confirmLabel: 'inputs.delete',
    changes: CHANGED,
  })

/** Reports whether all nodes, some or none executed the command. */
export function useInputCommand(command: 'start' | 'stop') {
  const call = useCall()
  const t = useText()
  const notify = useNotify()
  const client = useQueryClient()
  const report = useReportState()
  return useMutation({
    mutationFn: ({ id }: InputSummary) =>
      call(command === 'start' ? startInputInCluster : stopInputInCluster, { params: { id } }),
    onSuccess: (result, input) => {
      const { title } = input
      const outcome = commandOutcome(input, result)
      const done = [
        t(`inputs.toast.${command}.done`, { title }),
        t(`inputs.toast.${command}.done.title`, { title }),
      ] as const
      if (outcome === 'done' && command === 'start') void report(input.id, title, ...done)
      else if (outcome === 'done') notify.success(...done)
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

export const useAddStaticField = ({ id, title }: InputSummary) =>
  useAction({
    run: (call, body: CreateStaticFieldRequest) => call(addStaticField, { params: { id }, body }),
    texts: 'inputs.toast.fieldAdd',
    values: ({ key }) => ({ key, title }),
    changes: CHANGED,
  })

export const useRemoveStaticField = ({ id, title }: InputSummary) =>
  useAskedAction({
    run: (call, key: string) => call(removeStaticField, { params: { id, key } }),
    texts: 'inputs.toast.fieldRemove',
    question: 'inputs.field.remove',
    values: (key) => ({ key, title }),
    changes: CHANGED,
  })
