import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { TOAST_LAYER } from '../theme/layers.ts'
import classes from './toast-list.module.css'

/** Toasts with the same id replace each other. */
export const showToast = (toast: NotificationData) => notifications.show(toast)

export function ToastList() {
  return (
    <Notifications
      position="bottom-right"
      pauseResetOnHover="notification"
      limit={5}
      zIndex={TOAST_LAYER}
      classNames={{ root: classes['toasts'] ?? '' }}
    />
  )
}
