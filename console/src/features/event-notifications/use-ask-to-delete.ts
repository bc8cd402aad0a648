import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { useDeleteNotification } from './notification-changes.ts'

/** Deletes a notification if the user is sure. */
export function useAskToDelete(): (notification: EventNotification) => Promise<void> {
  const t = useText()
  const confirm = useConfirm()
  const remove = useDeleteNotification()
  return async (notification) => {
    const isSure = await confirm({
      title: t('eventNotifications.delete.title'),
      text: t('eventNotifications.delete.text', { title: notification.title }),
      confirmLabel: t('eventNotifications.delete.confirm'),
      isDangerous: true,
    })
    if (isSure) remove.mutate(notification)
  }
}
