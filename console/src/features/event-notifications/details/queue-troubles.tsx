import type { DroppedNotifications, NotificationPause } from '@logyard/contract/event-notifications/event-notifications'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconPlayerPause, IconPlaylistX } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { useRetryQueue } from '../notification-changes.ts'

interface QueueTroublesProps {
  readonly notificationId: string
  readonly pause: NotificationPause | undefined
  readonly dropped: DroppedNotifications | undefined
  readonly canRetry: boolean
}

/** Why nothing is sent for now, and what was dropped. */
export function QueueTroubles({ notificationId, pause, dropped, canRetry }: QueueTroublesProps) {
  if (pause === undefined && dropped === undefined) return null
  return (
    <Stack gap="sm">
      {pause !== undefined && <Paused notificationId={notificationId} pause={pause} canRetry={canRetry} />}
      {dropped !== undefined && <Dropped dropped={dropped} />}
    </Stack>
  )
}

function Paused({
  notificationId,
  pause: { paused_until, failures, reason },
  canRetry,
}: Pick<QueueTroublesProps, 'notificationId' | 'canRetry'> & { readonly pause: NotificationPause }) {
  const t = useText()
  const retry = useRetryQueue(notificationId)
  return (
    <Alert color="amber" icon={<IconPlayerPause />} title={t('eventNotifications.queue.paused', { count: failures })}>
      <Text size="sm" translate="no">
        {reason}
      </Text>
      <Text size="sm">
        {t('eventNotifications.queue.next')}: <Instant instant={paused_until} />
      </Text>
      {canRetry && (
        <Button
          size="compact-sm"
          variant="default"
          mt="xs"
          loading={retry.isPending}
          onClick={() => retry.mutate(undefined)}
        >
          {t('eventNotifications.queue.retry')}
        </Button>
      )}
    </Alert>
  )
}

function Dropped({ dropped: { count, last_at } }: { readonly dropped: DroppedNotifications }) {
  const t = useText()
  return (
    <Alert color="red" icon={<IconPlaylistX />} title={t('eventNotifications.queue.dropped', { count })}>
      <Text size="sm">
        {t('eventNotifications.queue.dropped.text')} <Instant instant={last_at} />
      </Text>
    </Alert>
  )
}
