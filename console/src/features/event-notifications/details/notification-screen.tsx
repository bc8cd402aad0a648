import {
  type EventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { grn } from '@logyard/contract/identity/shares'
import { Group } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { MailWarning } from '../../../mail/mail-warning.tsx'
import { NotificationSummary } from '../../../notification-form/notification-summary.tsx'
import { ShareButton } from '../../../sharing/share-button.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useNotificationCrumbs, WithNotification } from '../notification-page.tsx'
import { QueueSection } from './queue-section.tsx'

export function NotificationScreen() {
  const { id } = useRouteParams(routes.alerts.notification)
  return (
    <WithNotification id={id}>{(notification) => <NotificationPage notification={notification} />}</WithNotification>
  )
}

function NotificationPage({ notification }: { readonly notification: EventNotification }) {
  const t = useText()
  const may = useMay()
  const { id, title, description, config } = notification
  const canEdit = may(updateEventNotification, { id })
  return (
    <Page
      title={t('eventNotifications.one')}
      subject={title}
      description={
        description === '' ? t('eventNotifications.noDescription') : <span translate="no">{description}</span>
      }
      crumbs={useNotificationCrumbs()}
      action={
        <Group gap="sm">
          <ShareButton grn={grn('notification', id)} type="notification" title={title} />
          {canEdit && (
            <LinkButton to={routes.alerts.notificationEdit(id)} leftSection={<IconEdit size={16} />}>
              {t('eventNotifications.editPage')}
            </LinkButton>
          )}
        </Group>
      }
    >
      {config.type === 'email-notification-v1' && <MailWarning mb="lg" />}
      <QueueSection notificationId={id} canClear={canEdit} />
      <FormSection title={t('eventNotifications.configuration')}>
        <NotificationSummary config={config} />
      </FormSection>
    </Page>
  )
}
