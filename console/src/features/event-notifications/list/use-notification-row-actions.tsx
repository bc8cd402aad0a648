import {
  deleteEventNotification,
  type EventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { IconSend } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeleteNotification } from '../notification-changes.ts'

export function useNotificationRowActions(
  test: (notification: EventNotification) => Promise<void>,
): (notification: EventNotification) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const remove = useDeleteNotification()
  return (notification) => {
    const { id } = notification
    const canEdit = may(updateEventNotification, { id })
    return allowed(
      canEdit && editAction(t('eventNotifications.edit'), { to: routes.alerts.notificationEdit(id) }),
      canEdit && {
        label: t('eventNotifications.test'),
        icon: <IconSend size={15} />,
        onClick: () => test(notification),
      },
      may(deleteEventNotification, { id }) && deleteAction(t('eventNotifications.delete'), () => remove(notification)),
    )
  }
}
