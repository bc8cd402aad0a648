import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { isMissing, useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { Loaded } from '../../ui/page/loaded.tsx'
import type { Crumb } from '../../ui/page/page.tsx'
import { notificationQuery } from './notification-queries.ts'

interface WithNotificationProps {
  readonly id: string
  readonly children: (notification: EventNotification) => ReactNode
}

/** Loads the notification that a page is about. */
export function WithNotification({ id, children }: WithNotificationProps) {
  const t = useText()
  const notification = useQuery(notificationQuery(useCall(), id))
  useFailureToast(
    notification.error,
    (status) =>
      isMissing(notification.error)
        ? t('eventNotifications.toast.notFound', { id })
        : t('eventNotifications.toast.getFailed', { status }),
    t('eventNotifications.toast.getFailed.title'),
  )
  return (
    <Loaded query={notification} isPageEntity isShareable>
      {children}
    </Loaded>
  )
}

/** The parents of the pages of one notification. */
export function useNotificationCrumbs(): readonly Crumb[] {
  const t = useText()
  return [{ label: t('eventNotifications.page'), to: routes.alerts.notifications() }]
}
