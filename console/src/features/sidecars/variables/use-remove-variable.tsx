import type { Configuration } from '@logyard/contract/sidecars/configurations'
import type { ConfigurationVariable } from '@logyard/contract/sidecars/variables'
import { useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { useDeleteVariable, useVariableUsers } from './variable-changes.ts'

export interface VariableInUse {
  readonly variable: ConfigurationVariable
  readonly configurations: readonly Configuration[]
}

/** Deletes a variable that no template uses; of another one it answers who uses it. */
export function useRemoveVariable() {
  const t = useText()
  const notify = useNotify()
  const confirm = useConfirm()
  const remove = useDeleteVariable()
  const usersOf = useVariableUsers()
  const [inUse, setInUse] = useState<VariableInUse>()
  async function askAndRemove(variable: ConfigurationVariable) {
    let configurations: readonly Configuration[]
    try {
      configurations = await usersOf(variable)
    } catch (error) {
      notify.error(
        t('sidecars.toast.variablesFailed', { status: statusText(error) }),
        t('sidecars.toast.variablesFailed.title'),
      )
      return
    }
    if (configurations.length > 0) {
      setInUse({ variable, configurations })
      return
    }
    const isSure = await confirm({
      title: t('sidecars.variables.delete.title'),
      text: t('sidecars.variables.delete.text', { name: variable.name }),
      confirmLabel: t('sidecars.delete'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(variable)
  }
  return { remove: askAndRemove, inUse, closeInUse: () => setInUse(undefined) }
}
