import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['alerting', 'eventNotifications', 'mail', 'sharing', 'whitelist'] as const

const { alerts } = routes
const forms = () => import('./form-screens.tsx')

export const eventNotificationsScreens: readonly Screen[] = [
  screen(alerts.notifications, () => import('./list/notifications-screen.tsx'), 'NotificationsScreen', { areas }),
  screen(alerts.notificationNew, forms, 'NewNotificationScreen', { areas, needs: ['event_notifications.create'] }),
  screen(alerts.notification, () => import('./details/notification-screen.tsx'), 'NotificationScreen', { areas }),
  // Whether the user may edit this notification depends on its id.
  screen(alerts.notificationEdit, forms, 'EditNotificationScreen', { areas }),
]
