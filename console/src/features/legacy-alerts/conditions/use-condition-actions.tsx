import {
  type AlertCondition,
  type AlertConditionTypes,
  updateAlertCondition,
} from '@logyard/contract/legacy-alerts/alert-conditions'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
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
  const remove = useDeleteCondition()
  return (condition: AlertCondition) => {
    const { stream_id: streamId } = condition
    if (!may(updateAlertCondition, { id: streamId })) return []
    const type = types[condition.type]
    return allowed(
      type !== undefined &&
        editAction(t('legacyAlerts.edit'), { onClick: () => onEdit({ streamId, type, condition }) }),
      type !== undefined && {
        label: t('legacyAlerts.test'),
        icon: <IconPlayerPlay size={15} />,
        onClick: () => onTest(condition),
      },
      deleteAction(t('legacyAlerts.delete'), async () => {
        if (await remove(condition)) onDeleted?.()
      }),
    )
  }
}
