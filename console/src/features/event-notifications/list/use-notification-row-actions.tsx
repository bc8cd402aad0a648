import {
  deleteEventNotification,
  type EventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { IconEdit, IconSend, IconTrash } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useAskToDelete } from '../use-ask-to-delete.ts'

export function useNotificationRowActions(
  test: (notification: EventNotification) => Promise<void>,
): (notification: EventNotification) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const askToDelete = useAskToDelete()
  return (notification) => {
    const { id } = notification
    const ofEditors: readonly RowAction[] = [
      {
        label: t('eventNotifications.edit'),
        icon: <IconEdit size={15} />,
        to: routes.alerts.notificationEdit(id),
        isQuick: true,
      },
      {
        label: t('eventNotifications.test'),
        icon: <IconSend size={15} />,
        onClick: () => test(notification),
      },
    ]
    const remove: RowAction = {
      label: t('eventNotifications.delete'),
      icon: <IconTrash size={15} />,
      isDangerous: true,
      onClick: () => askToDelete(notification),
    }
    return [
      ...(may(updateEventNotification, { id }) ? ofEditors : []),
      ...(may(deleteEventNotification, { id }) ? [remove] : []),
    ]
  }
}
