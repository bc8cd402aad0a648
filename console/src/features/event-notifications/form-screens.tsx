import {
  type EventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { useState } from 'react'
import { useGo, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { NotificationForm } from '../../notification-form/notification-form.tsx'
import { useLeaveGuard } from '../../ui/confirm/use-leave-guard.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NotFoundPage } from '../../ui/page/not-found-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useNotificationCrumbs } from './use-notification-crumbs.ts'
import { WithNotification } from './with-notification.tsx'

export function NewNotificationScreen() {
  const t = useText()
  return (
    <Page title={t('eventNotifications.create')} crumbs={useNotificationCrumbs()} width="reading">
      <FormOnPage notification={undefined} />
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

function FormOnPage({ notification }: { readonly notification: EventNotification | undefined }) {
  const t = useText()
  const go = useGo()
  // What others save meanwhile does not change the form.
  const [shown] = useState(notification)
  const [isDirty, setIsDirty] = useState(false)
  useLeaveGuard(isDirty)
  return (
    <NotificationForm
      notification={shown}
      onDirty={setIsDirty}
      onSaved={() => go(routes.alerts.notifications(), { isSaved: true })}
      cancel={
        <LinkButton variant="default" to={routes.alerts.notifications()}>
          {t('ui.cancel')}
        </LinkButton>
      }
    />
  )
}
