import { createInput, getInput } from '@logyard/contract/ingest/inputs'
import { deleteNotification, type Notification } from '@logyard/contract/notices/notifications'
import { Alert, CloseButton, Flex, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from '../../base/queries/notifications-query.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { inputStatesQuery } from '../../ingest/input-states.ts'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNotificationText } from './notification-text.ts'
import classes from './overview.module.css'
import { remedyOf } from './remedy.ts'
import { Section } from './section.tsx'
import { useNames } from './use-names.ts'

export function NotificationsSection() {
  const t = useText()
  const result = useQuery(notificationsQuery(useCall()))
  const title =
    result.data === undefined
      ? t('overview.notifications')
      : t('overview.notifications.count', { count: result.data.total })
  const hasRunningInput = useHasRunningInput()
  const isToldByServer = result.data?.notifications.some(({ type }) => type === 'no_input_running') === true
  return (
    <Section title={title}>
      {result.isPending && <LoadingLines lines={2} />}
      {result.isError && result.data === undefined && <LoadFailed error={result.error} onRetry={result.refetch} />}
      {result.data?.total === 0 && hasRunningInput === true && (
        <Group gap="xs" className={classes['calm'] ?? ''}>
          <IconCircleCheck size={18} aria-hidden />
          <Text size="sm">{t('overview.notifications.none')}</Text>
        </Group>
      )}
      {hasRunningInput === false && !isToldByServer && <NoInputBox />}
      <Flex component="ul" direction="column" gap="xs">
        {result.data?.notifications.map((notification) => (
          <li key={`${notification.type} ${notification.timestamp} ${notification.node_id}`}>
            <NotificationBox notification={notification} />
          </li>
        ))}
      </Flex>
    </Section>
  )
}

/** `undefined` while loading; a user who may not read inputs is not warned. */
function useHasRunningInput(): boolean | undefined {
  const may = useMay()
  const canSee = may(getInput)
  const states = useQuery({ ...inputStatesQuery(useCall()), enabled: canSee })
  if (!canSee) return true
  return states.data && Object.values(states.data).some((ofNode) => ofNode?.some(({ state }) => state === 'RUNNING'))
}

/** Shown at once; the server's own notification comes minutes later. */
function NoInputBox() {
  const t = useText()
  const may = useMay()
  return (
    <Alert color="amber" icon={<IconAlertTriangle />} title={t('overview.noInput')}>
      <Text size="sm">{t('overview.noInput.text')}</Text>
      {may(createInput) && (
        <LinkButton size="compact-sm" variant="default" mt="xs" to={routes.gettingStarted({ menu: true })}>
          {t('overview.remedy.startInput')}
        </LinkButton>
      )}
    </Alert>
  )
}

function NotificationBox({ notification }: { notification: Notification }) {
  const t = useText()
  const may = useMay()
  const names = useNames()
  const remedy = remedyOf(notification, names)
  const { title, description } = useNotificationText(names)(notification)
  const remove = useAskedAction({
    run: (call, { type }: Notification) => call(deleteNotification, { params: { type } }),
    texts: 'overview.notifications.delete',
    question: 'overview.notifications.delete',
    values: () => ({ title }),
    changes: [['system-notifications']],
  })
  const isUrgent = notification.severity === 'urgent'
  return (
    <Alert color={isUrgent ? 'red' : 'amber'} icon={<IconAlertTriangle />}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div className={classes['notification'] ?? ''}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm">{description}</Text>
          <Text size="xs" c="dimmed" mt={4}>
            <RelativeTime instant={notification.timestamp} />
          </Text>
          {remedy !== undefined && (
            <LinkButton size="compact-sm" variant="default" mt="xs" to={remedy.to}>
              {t(remedy.label)}
            </LinkButton>
          )}
        </div>
        {may(deleteNotification, { type: notification.type }) && (
          <CloseButton
            size="sm"
            aria-label={t('overview.notifications.dismiss', { title })}
            onClick={() => void remove(notification)}
            disabled={remove.isPending}
          />
        )}
      </Group>
    </Alert>
  )
}
