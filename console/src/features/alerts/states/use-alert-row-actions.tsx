import type { Alert, AlertAction } from '@logyard/contract/alerts/alerts'
import { IconBellZ, IconCheck, IconEye, IconRotate2, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useClock } from '../../../base/services/services.tsx'
import { useCurrentUser } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { allowed } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import type { AlertActions } from './alert-actions.ts'
import { SNOOZES } from './snooze-menu.tsx'

const BULK_ACTIONS = {
  open: ['acknowledge', 'resolve'],
  acknowledged: ['resolve', 'reopen'],
  resolved: ['reopen'],
} as const

/** The changes of alerts in a list: of one, and of several at once. */
export function useAlertRowActions(actions: AlertActions) {
  const t = useText()
  const clock = useClock()
  const { username } = useCurrentUser()
  const run = (alerts: readonly Pick<Alert, 'id'>[], action: AlertAction, more = {}) =>
    actions.change({ ids: alerts.map(({ id }) => id), action, ...more })
  const snooze = (alerts: readonly Alert[], lengthMs: number) =>
    run(alerts, 'snooze', { until: new Date(clock.now() + lengthMs).toISOString() })

  const rowActions = (alert: Alert) => {
    const { state, assignee, snoozed_until } = alert
    const isResolved = state === 'resolved'
    const simple = (
      action: 'acknowledge' | 'resolve' | 'reopen' | 'unassign' | 'unsnooze',
      icon: RowAction['icon'],
    ) => ({ label: t(`alerts.${action}`), icon, onClick: () => run([alert], action) })
    const toMe = () => run([alert], 'assign', { assignee: username })
    const snoozes = SNOOZES.map(({ name, lengthMs }) => ({
      label: t(`alerts.snooze.${name}`),
      icon: <IconBellZ size={15} />,
      onClick: () => snooze([alert], lengthMs),
    }))
    return allowed(
      state === 'open' && { ...simple('acknowledge', <IconEye size={15} />), isQuick: true },
      !isResolved && { ...simple('resolve', <IconCheck size={15} />), isQuick: true },
      state !== 'open' && simple('reopen', <IconRotate2 size={15} />),
      assignee !== username && { label: t('alerts.assignToMe'), icon: <IconUserCheck size={15} />, onClick: toMe },
      assignee !== null && simple('unassign', <IconUserOff size={15} />),
      ...(isResolved ? [] : snoozes),
      snoozed_until !== null && simple('unsnooze', <IconBellZ size={15} />),
    )
  }
  const bulkActions = (state: Alert['state']): readonly BulkAction<Alert>[] => {
    const simple = BULK_ACTIONS[state].map((action) => ({
      label: t(`alerts.${action}`),
      run: (rows: readonly Alert[]) => run(rows, action),
    }))
    const toMe = (rows: readonly Alert[]) => run(rows, 'assign', { assignee: username })
    const [{ lengthMs }] = SNOOZES
    const forAnHour = (rows: readonly Alert[]) => snooze(rows, lengthMs)
    return [
      ...simple,
      { label: t('alerts.assignToMe'), run: toMe },
      ...(state === 'resolved' ? [] : [{ label: t('alerts.snooze.hour'), run: forAnHour }]),
    ]
  }
  return { rowActions, bulkActions }
}
