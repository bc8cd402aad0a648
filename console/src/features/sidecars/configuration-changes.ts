/** The changes of configurations. */
import {
  type ConfigurationDraft,
  type ConfigurationSummary,
  copyConfiguration,
  createConfiguration,
  deleteConfiguration,
  updateConfiguration,
} from '@logyard/contract/sidecars/configurations'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { isAtFields } from '../../ui/form/api-field-errors.ts'
import { refusalOr, refusalText } from './refusal-text.ts'
import { SIDECARS_KEY } from './sidecar-queries.ts'

/** Creates a configuration, or replaces the one with this id. */
export const useSaveConfiguration = (id: string | undefined) =>
  useAction({
    run: (call, body: ConfigurationDraft) =>
      id === undefined ? call(createConfiguration, { body }) : call(updateConfiguration, { params: { id }, body }),
    texts: id === undefined ? 'sidecars.toast.configurations.save' : 'sidecars.toast.configurations.update',
    done: id === undefined ? 'sidecars.toast.configurations.created' : 'sidecars.toast.configurations.updated',
    changes: [SIDECARS_KEY],
    isShown: isAtFields,
    failedText: refusalText,
  })

export const useCopyConfiguration = () =>
  useAction({
    run: (call, params: { readonly id: string; readonly name: string }) => call(copyConfiguration, { params }),
    texts: 'sidecars.toast.configurations.save',
    done: 'sidecars.toast.configurations.copied',
    changes: [SIDECARS_KEY],
    failedText: refusalText,
  })

export const useDeleteConfiguration = () =>
  useAskedAction({
    run: (call, { id }: ConfigurationSummary) => call(deleteConfiguration, { params: { id } }),
    texts: 'sidecars.toast.configurations.delete',
    question: 'sidecars.configurations.delete',
    confirmLabel: 'sidecars.delete',
    changes: [SIDECARS_KEY],
    reasonOf: refusalOr,
  })
