import {
  type AlertCondition,
  type AlertConditionTypes,
  updateAlertCondition,
} from '@logyard/contract/legacy-alerts/alert-conditions'
import { IconEdit, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeleteCondition } from '../legacy-changes.ts'
import type { ConditionSubject } from './condition-form.tsx'

interface ConditionActionOptions {
  readonly types: AlertConditionTypes
  readonly onTest: (condition: AlertCondition) => void
  readonly onEdit: (subject: ConditionSubject) => void
  readonly onDeleted?: () => void
}

/** A condition of an unknown type can only be deleted. */
export function useConditionActions({ types, onTest, onEdit, onDeleted }: ConditionActionOptions) {
  const t = useText()
  const may = useMay()
  const confirm = useConfirm()
  const remove = useDeleteCondition()
  const askAndRemove = async (condition: AlertCondition) => {
    const isSure = await confirm({
      title: t('legacyAlerts.conditions.delete.title'),
      text: t('legacyAlerts.conditions.delete.text'),
      confirmLabel: t('legacyAlerts.conditions.delete'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(condition, { onSuccess: () => onDeleted?.() })
  }
  return (condition: AlertCondition): readonly RowAction[] => {
    if (!may(updateAlertCondition, { id: condition.stream_id })) return []
    const type = types[condition.type]
    const ofKnown: readonly RowAction[] =
      type === undefined
        ? []
        : [
            {
              label: t('legacyAlerts.edit'),
              icon: <IconEdit size={15} />,
              isQuick: true,
              onClick: () => onEdit({ streamId: condition.stream_id, type, condition }),
            },
            { label: t('legacyAlerts.test'), icon: <IconPlayerPlay size={15} />, onClick: () => onTest(condition) },
          ]
    return [
      ...ofKnown,
      {
        label: t('legacyAlerts.delete'),
        icon: <IconTrash size={15} />,
        isDangerous: true,
        onClick: () => askAndRemove(condition),
      },
    ]
  }
}
