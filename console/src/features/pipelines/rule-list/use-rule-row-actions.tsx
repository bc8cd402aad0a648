import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { deleteRule, type RuleSource, updateRule } from '@logyard/contract/pipelines/rules'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeleteRule, useSwitchRule } from '../rule-actions.tsx'

export function useRuleRowActions(pipelines: readonly PipelineSource[], switchedOff: ReadonlySet<string>) {
  const t = useText()
  const may = useMay()
  const remove = useDeleteRule(pipelines)
  const switchOn = useSwitchRule(true)
  const switchOff = useSwitchRule(false)
  return (rule: RuleSource): readonly RowAction[] => {
    const id = rule.id ?? ''
    const mayEdit = may(updateRule, { id })
    const toggled: RowAction = switchedOff.has(id)
      ? {
          label: t('pipelines.rules.switchOn'),
          icon: <IconPlayerPlay size={15} />,
          onClick: () => switchOn.mutate(rule),
        }
      : {
          label: t('pipelines.rules.switchOff'),
          icon: <IconPlayerStop size={15} />,
          onClick: () => switchOff.mutate(rule),
        }
    return allowed(
      mayEdit && editAction(t('pipelines.edit'), { to: routes.pipelines.rule(id) }),
      mayEdit && toggled,
      may(deleteRule, { id }) && deleteAction(t('pipelines.delete'), () => remove(rule)),
    )
  }
}
