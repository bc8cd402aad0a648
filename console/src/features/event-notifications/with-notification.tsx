import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { notificationQuery } from './notification-queries.ts'

interface WithNotificationProps {
  readonly id: string
  readonly children: (notification: EventNotification) => ReactNode
}

/** Loads the notification that a page is about. */
export function WithNotification({ id, children }: WithNotificationProps) {
  const t = useText()
  const notification = useQuery(notificationQuery(useCall(), id))
  const { error } = notification
  useFailureToast(
    error,
    (status) =>
      error instanceof ApiError && error.status === 404
        ? t('eventNotifications.toast.notFound', { id })
        : t('eventNotifications.toast.getFailed', { status }),
    t('eventNotifications.toast.getFailed.title'),
  )
  if (notification.isPending) return <Loading />
  if (notification.isError) {
    return <LoadFailed error={notification.error} onRetry={notification.refetch} isPageEntity isShareable />
  }
  return children(notification.data)
}
