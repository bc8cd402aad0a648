import {
  type EventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { useGo, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { NotificationForm } from '../../notification-form/notification-form.tsx'
import { NotFoundPage } from '../../ui/page/not-found-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useNotificationCrumbs, WithNotification } from './notification-page.tsx'

export function NewNotificationScreen() {
  const t = useText()
  return (
    <Page title={t('eventNotifications.create')} crumbs={useNotificationCrumbs()} width="reading">
      <FormOnPage />
    </Page>
  )
}

export function EditNotificationScreen() {
  const t = useText()
  const may = useMay()
  const { id } = useRouteParams(routes.alerts.notificationEdit)
  const crumbs = useNotificationCrumbs()
  if (!may(updateEventNotification, { id })) return <NotFoundPage isShareable />
  return (
    <WithNotification id={id}>
      {(notification) => (
        <Page title={t('eventNotifications.editPage')} subject={notification.title} crumbs={crumbs} width="reading">
          <FormOnPage key={notification.id} notification={notification} />
        </Page>
      )}
    </WithNotification>
  )
}

function FormOnPage({ notification }: { readonly notification?: EventNotification }) {
  const go = useGo()
  const list = routes.alerts.notifications()
  return <NotificationForm notification={notification} onSaved={() => go(list, { isSaved: true })} cancelTo={list} />
}
