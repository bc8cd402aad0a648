import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import type { SwitchedOffRule } from '@logyard/contract/pipelines/rule-switches'
import { deleteRule, type RuleSource, updateRule } from '@logyard/contract/pipelines/rules'
import { IconEdit, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useSwitchRule } from '../rule-actions.ts'
import { useRemoveRule } from './use-remove-rule.tsx'

export function useRuleRowActions(pipelines: readonly PipelineSource[], switchedOff: readonly SwitchedOffRule[]) {
  const t = useText()
  const may = useMay()
  const remove = useRemoveRule(pipelines)
  const toggle = useSwitchRule()
  return (rule: RuleSource): readonly RowAction[] => {
    const mayEdit = may(updateRule, { id: rule.id })
    const isOn = switchedOff.every(({ rule_id: id }) => id !== rule.id)
    const edit: RowAction = {
      label: t('pipelines.edit'),
      icon: <IconEdit size={15} />,
      to: routes.pipelines.rule(rule.id ?? ''),
      isQuick: true,
    }
    const toggled: RowAction = {
      label: t(isOn ? 'pipelines.rules.switchOff' : 'pipelines.rules.switchOn'),
      icon: isOn ? <IconPlayerStop size={15} /> : <IconPlayerPlay size={15} />,
      onClick: () => toggle.mutate({ rule, isOn: !isOn }),
    }
    const removed: RowAction = {
      label: t('pipelines.delete'),
      icon: <IconTrash size={15} />,
      isDangerous: true,
      onClick: () => remove(rule),
    }
    return [...(mayEdit ? [edit, toggled] : []), ...(may(deleteRule, { id: rule.id }) ? [removed] : [])]
  }
}
