import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'

const areas = ['alerting', 'eventNotifications', 'mail', 'sharing', 'whitelist'] as const

const { alerts } = routes
const forms = () => import('./form-screens.tsx')

/** `loadShareButton` loads the button of the sharing feature together with the screen's code. */
export const eventNotificationsScreens = (loadShareButton: () => Promise<ShareButtonComponent>): readonly Screen[] => [
  screen(
    alerts.notifications,
    async () => {
      const [{ notificationsScreenWith }, ShareButton] = await Promise.all([
        import('./list/notifications-screen.tsx'),
        loadShareButton(),
      ])
      return { NotificationsScreen: notificationsScreenWith(ShareButton) }
    },
    'NotificationsScreen',
    { areas },
  ),
  screen(alerts.notificationNew, forms, 'NewNotificationScreen', { areas, needs: ['event_notifications.create'] }),
  screen(
    alerts.notification,
    async () => {
      const [{ notificationScreenWith }, ShareButton] = await Promise.all([
        import('./details/notification-screen.tsx'),
        loadShareButton(),
      ])
      return { NotificationScreen: notificationScreenWith(ShareButton) }
    },
    'NotificationScreen',
    { areas },
  ),
  // Whether the user may edit this notification depends on its id.
  screen(alerts.notificationEdit, forms, 'EditNotificationScreen', { areas }),
]
