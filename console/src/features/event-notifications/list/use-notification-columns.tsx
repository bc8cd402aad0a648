import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { Text } from '@mantine/core'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { NotificationTypeName } from '../../../notification-form/notification-types.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import type { QueueCounts } from '../queue-counts.ts'

export function useNotificationColumns(counts: ReadonlyMap<string, QueueCounts>): readonly Column<EventNotification>[] {
  const t = useText()
  return [
    titleColumn({
      id: 'title',
      header: t('eventNotifications.column.title'),
      name: ({ title }) => title,
      to: ({ id }) => routes.alerts.notification(id),
      description: ({ description }) => description,
    }),
    {
      id: 'type',
      header: t('eventNotifications.column.type'),
      cell: ({ config }) => <NotificationTypeName type={config.type} />,
    },
    {
      id: 'queue',
      header: t('eventNotifications.column.queue'),
      help: t('eventNotifications.queue.description'),
      cell: ({ id }) => <QueueSummary counts={counts.get(id)} />,
    },
  ]
}

function QueueSummary({ counts }: { readonly counts: QueueCounts | undefined }) {
  const t = useText()
  if (counts === undefined) return <span>-</span>
  const { waiting, retried, failed } = counts
  return (
    <>
      {waiting > 0 && (
        <Text span inherit c={retried > 0 ? 'var(--ly-warn-text)' : 'inherit'}>
          {t('eventNotifications.queue.summary', { waiting, retried })}
        </Text>
      )}
      {waiting > 0 && failed > 0 && ', '}
      {failed > 0 && (
        <Text span inherit c="var(--ly-bad-text)">
          {t('eventNotifications.queue.failedSummary', { failed })}
        </Text>
      )}
    </>
  )
}
