/** The list of variables, and their changes. */
import {
  type ConfigurationVariable,
  createVariable,
  deleteVariable,
  listVariableConfigurations,
  listVariables,
  updateVariable,
  type VariableDraft,
} from '@logyard/contract/sidecars/variables'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useAction, useAskedAction } from '../../../ui/action/use-action.ts'
import { isAtFields } from '../../../ui/form/api-field-errors.ts'
import { SIDECARS_KEY } from '../sidecar-queries.ts'

/** How templates insert a variable. */
export const placeOf = (name: string): string => `\${user.${name}}`

/** The variables, sorted by name. */
export const variablesQuery = (call: Call) => callQuery(call, [...SIDECARS_KEY, 'variables'], listVariables)

/** Creates a variable, or replaces the one with this id. The server renames it in the templates that use it, too. */
export const useSaveVariable = (id: string | undefined) =>
  useAction({
    run: (call, body: VariableDraft) =>
      id === undefined ? call(createVariable, { body }) : call(updateVariable, { params: { id }, body }),
    texts: 'sidecars.variable.save',
    done: id === undefined ? 'sidecars.variable.created' : 'sidecars.variable.updated',
    values: ({ name }) => ({ name }),
    changes: [SIDECARS_KEY],
    isShown: isAtFields,
  })

export const useDeleteVariable = () =>
  useAskedAction({
    run: (call, { id }: ConfigurationVariable) => call(deleteVariable, { params: { id: id ?? '' } }),
    texts: 'sidecars.variable.delete',
    question: 'sidecars.variable.delete',
    confirmLabel: 'sidecars.delete',
    values: ({ name }) => ({ name }),
    changes: [SIDECARS_KEY],
    hindrances: {
      texts: 'sidecars.variable.inUse',
      failed: 'sidecars.toast.variablesFailed',
      async find(call, { id }) {
        const users = await call(listVariableConfigurations, { params: { id: id ?? '' } })
        return users.map((user) => ({ name: user.name, to: routes.sidecars.configurationEdit(user.id ?? '') }))
      },
    },
  })
