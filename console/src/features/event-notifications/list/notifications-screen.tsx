import {
  createEventNotification,
  deleteEventNotification,
  type EventNotification,
  updateEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { grn } from '@logyard/contract/identity/shares'
import { IconBell, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AlertsPage } from '../../../alerting/alerts-page.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { MailWarning } from '../../../mail/mail-warning.tsx'
import { ShareButton } from '../../../sharing/share-button.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useEntityList } from '../../../ui/data-table/use-entity-list.ts'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { useDeleteNotification, useTestNotification } from '../notification-changes.ts'
import { notificationsQuery, queueQuery } from '../notification-queries.ts'
import { queueCounts } from '../queue-counts.ts'
import { type TestOutcome, TestOutcomes } from './test-outcomes.tsx'
import { useNotificationColumns } from './use-notification-columns.tsx'

const LIST_OPTIONS = { pageSizes: [10, 25, 50] } as const
const SEARCH_HELP = { fields: ['title', 'description', 'id'], example: 'title:slack' } as const
const NONE: readonly EventNotification[] = []

/** All notifications, with what waits in their queues. */
export function NotificationsScreen() {
  const t = useText()
  const call = useCall()
  const canCreate = useMay()(createEventNotification)
  const notifications = useEntityList(
    { query: notificationsQuery, failed: 'eventNotifications.toast.listFailed' },
    LIST_OPTIONS,
  )
  const rows = notifications.result.data?.rows ?? NONE
  const queue = useQuery({ ...queueQuery(call), enabled: rows.length > 0 })
  const counts = useMemo(() => queueCounts(queue.data?.queued ?? []), [queue.data])
  const { outcomes, test, forget } = useTests()
  const columns = useNotificationColumns(counts)
  const rowActions = useNotificationRowActions(test)
  const target = routes.alerts.notificationNew()
  const create = useCreateButton({ label: 'eventNotifications.create', target, isAllowed: canCreate })
  const hasMails = rows.some(({ config }) => config.type === 'email-notification-v1')
  return (
    <AlertsPage
      title={t('eventNotifications.page')}
      description={t('eventNotifications.page.description')}
      action={create}
    >
      {hasMails && <MailWarning mb="md" />}
      <TestOutcomes outcomes={outcomes} onClose={forget} />
      <DataTable
        label={t('eventNotifications.list')}
        {...notifications}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        hasHistory
        rowActions={rowActions}
        rowTools={({ id, title }) => (
          <ShareButton grn={grn('notification', id)} type="notification" title={title} isIcon />
        )}
        searchHelp={SEARCH_HELP}
        empty={{
          icon: <IconBell />,
          title: t('eventNotifications.none'),
          text: t('eventNotifications.none.text'),
          action: create,
        }}
      />
    </AlertsPage>
  )
}

/** Tests of notifications of the list, with their outcomes; a second test of one replaces its outcome. */
function useTests() {
  const run = useTestNotification()
  const [outcomes, setOutcomes] = useState<readonly TestOutcome[]>([])
  const put = (outcome: TestOutcome) =>
    setOutcomes((old) => [...old.filter(({ notification }) => notification.id !== outcome.notification.id), outcome])
  return {
    outcomes,
    async test(notification: EventNotification) {
      put({ notification, state: 'testing' })
      try {
        await run.mutateAsync(notification)
        put({ notification, state: 'sent' })
      } catch (error) {
        put({ notification, state: error instanceof Error ? error : new Error(String(error)) })
      }
    },
    forget: (id: string) => setOutcomes((old) => old.filter(({ notification }) => notification.id !== id)),
  }
}

function useNotificationRowActions(
  test: (notification: EventNotification) => Promise<void>,
): (notification: EventNotification) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const remove = useDeleteNotification()
  return (notification) => {
    const { id } = notification
    const canEdit = may(updateEventNotification, { id })
    return allowed(
      canEdit && editAction(t('eventNotifications.edit'), { to: routes.alerts.notificationEdit(id) }),
      canEdit && {
        label: t('eventNotifications.test'),
        icon: <IconSend size={15} />,
        onClick: () => test(notification),
      },
      may(deleteEventNotification, { id }) && deleteAction(t('eventNotifications.delete'), () => remove(notification)),
    )
  }
}
