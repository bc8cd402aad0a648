import { deleteNotification, type Notification } from '@logyard/contract/notices/notifications'
import { Alert, CloseButton, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../api/api-error.ts'
import { notificationsQuery } from '../../base/queries/notifications-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNotificationText } from './notification-text.ts'
import classes from './overview.module.css'
import { Section } from './section.tsx'

export function NotificationsSection() {
  const t = useText()
  const result = useQuery(notificationsQuery(useCall()))
  const title =
    result.data === undefined
      ? t('overview.notifications')
      : t('overview.notifications.count', { count: result.data.total })
  return (
    <Section title={title}>
      {result.isPending && <LoadingLines lines={2} />}
      {result.isError && result.data === undefined && <LoadFailed error={result.error} onRetry={result.refetch} />}
      {result.data?.total === 0 && (
        <Group gap="xs" className={classes['calm'] ?? ''}>
          <IconCircleCheck size={18} aria-hidden />
          <Text size="sm">{t('overview.notifications.none')}</Text>
        </Group>
      )}
      <ul className={classes['notifications']}>
        {result.data?.notifications.map((notification) => (
          <li key={`${notification.type} ${notification.timestamp} ${notification.node_id}`}>
            <NotificationBox notification={notification} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function NotificationBox({ notification }: { notification: Notification }) {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const confirm = useConfirm()
  const notify = useNotify()
  const client = useQueryClient()
  const { title, description } = useNotificationText()(notification)
  const remove = useMutation({
    mutationFn: () => call(deleteNotification, { params: { type: notification.type } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['system-notifications'] }),
    onError: (error) => notify.error(t('overview.notifications.deleteFailed', { status: statusText(error) })),
  })
  const ask = async () => {
    const agreed = await confirm({
      title: t('overview.notifications.delete'),
      text: t('overview.notifications.delete.text', { title }),
      confirmLabel: t('overview.notifications.delete.confirm'),
      isDangerous: true,
    })
    if (agreed) remove.mutate()
  }
  const isUrgent = notification.severity === 'urgent'
  return (
    <Alert color={isUrgent ? 'red' : 'amber'} variant="light" icon={<IconAlertTriangle />}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div className={classes['notification'] ?? ''}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm">{description}</Text>
          <Text size="xs" c="dimmed" mt={4}>
            <RelativeTime instant={notification.timestamp} />
          </Text>
        </div>
        {may(`notifications:delete:${notification.type}`) && (
          <CloseButton
            size="sm"
            aria-label={t('overview.notifications.dismiss', { title })}
            onClick={() => void ask()}
            disabled={remove.isPending}
          />
        )}
      </Group>
    </Alert>
  )
}
