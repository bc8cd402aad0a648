import type { AlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import type { LegacyAlert } from '@logyard/contract/legacy-alerts/legacy-alerts'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { conditionsQuery } from '../legacy-queries.ts'

interface ConditionOfAlert {
  /** `undefined` if it was deleted, or while it loads. */
  readonly condition: AlertCondition | undefined
  readonly title: string
  readonly isTitleOfUser: boolean
}

/** The condition of an alert, and what the alert is called after it. */
export function useConditionOf(): (alert: LegacyAlert) => ConditionOfAlert {
  const t = useText()
  const conditions = useQuery(conditionsQuery(useCall())).data ?? []
  const byId = new Map(conditions.map((condition) => [condition.id, condition]))
  return ({ condition_id }) => {
    const condition = byId.get(condition_id)
    if (condition === undefined) return { condition, title: t('legacyAlerts.unknownAlert'), isTitleOfUser: false }
    const title = condition.title ?? ''
    return title === ''
      ? { condition, title: t('legacyAlerts.untitledAlert'), isTitleOfUser: false }
      : { condition, title, isTitleOfUser: true }
  }
}
