/** The changes of variables, with their toasts. */
import {
  type ConfigurationVariable,
  createVariable,
  deleteVariable,
  listVariableConfigurations,
  updateVariable,
  type VariableDraft,
} from '@logyard/contract/sidecars/variables'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useReportedMutation } from '../../../base/toasts/use-reported-mutation.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'

/** Without an id it creates the variable. A new name is also written into all templates that use it. */
export function useSaveVariable(id: string | undefined) {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (body: VariableDraft) =>
      id === undefined ? call(createVariable, { body }) : call(updateVariable, { params: { id }, body }),
    succeeded: ({ name }) => t(`sidecars.toast.variable${id === undefined ? 'Created' : 'Updated'}`, { name }),
    failed: ({ name }, status, error) =>
      apiFieldErrors(error) === undefined
        ? {
            title: t('sidecars.toast.variableFailed.title'),
            text: t('sidecars.toast.variableFailed', { name, status }),
          }
        : undefined,
    changes: [SIDECARS_KEY],
  })
}

export function useDeleteVariable() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: ({ id }: ConfigurationVariable) => call(deleteVariable, { params: { id: id ?? '' } }),
    succeeded: ({ name }) => t('sidecars.toast.variableDeleted', { name }),
    failed: ({ name }, status) => ({
      title: t('sidecars.toast.variableDeleteFailed.title'),
      text: t('sidecars.toast.variableDeleteFailed', { name, status }),
    }),
    changes: [SIDECARS_KEY],
  })
}

/** The configurations whose templates insert the variable. */
export function useVariableUsers() {
  const call = useCall()
  return ({ id }: ConfigurationVariable) => call(listVariableConfigurations, { params: { id: id ?? '' } })
}
