import type {
  DroppedNotifications,
  NotificationPause,
  QueuedNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconPlayerPause, IconPlaylistX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { useClearQueue, useRetryQueue } from '../notification-changes.ts'
import { queueQuery } from '../notification-queries.ts'
import { queueStateOf } from '../queue-counts.ts'

interface QueueSectionProps {
  readonly notificationId: string
  readonly canClear: boolean
}

/** What waits to be sent, and what failed within a day. */
export function QueueSection({ notificationId, canClear }: QueueSectionProps) {
  const t = useText()
  const queue = useQuery(queueQuery(useCall(), notificationId))
  const queued = queue.data?.queued ?? []
  const waiting = queued.filter((one) => queueStateOf(one) !== 'failed').length
  return (
    <FormSection
      title={t('eventNotifications.queue')}
      description={t('eventNotifications.queue.description')}
      action={canClear && waiting > 0 && <ClearButton notificationId={notificationId} waiting={waiting} />}
    >
      <Loaded query={queue} lines={2}>
        {({ pauses, dropped, total }) => (
          <>
            <QueueTroubles notificationId={notificationId} pause={pauses[0]} dropped={dropped[0]} canRetry={canClear} />
            {queued.length === 0 && <Dimmed>{t('eventNotifications.queue.empty')}</Dimmed>}
            {queued.length > 0 && <QueueTable queued={queued} />}
            {total > queued.length && (
              <Dimmed>{t('eventNotifications.queue.more', { shown: queued.length, total })}</Dimmed>
            )}
          </>
        )}
      </Loaded>
    </FormSection>
  )
}

function ClearButton({ notificationId, waiting }: { readonly notificationId: string; readonly waiting: number }) {
  const t = useText()
  const clear = useClearQueue(notificationId)
  return (
    <Button size="xs" variant="default" leftSection={<IconPlaylistX size={14} />} onClick={() => void clear(waiting)}>
      {t('eventNotifications.queue.clear')}
    </Button>
  )
}

function QueueTable({ queued }: { readonly queued: readonly QueuedNotification[] }) {
  const t = useText()
  const instant = (at: string) => (
    <Text span inherit style={{ whiteSpace: 'nowrap' }}>
      <Instant instant={at} />
    </Text>
  )
  return (
    <PlainTable
      label={t('eventNotifications.queue')}
      rows={queued}
      rowId={({ id }) => id}
      columns={[
        { header: t('eventNotifications.queue.event'), isData: true, cell: (one) => one.event_message },
        {
          header: t('eventNotifications.queue.state'),
          cell: (one) => (
            <Text span inherit c={queueStateOf(one) === 'failed' ? 'var(--ly-bad-text)' : 'inherit'}>
              {t(`eventNotifications.queue.state.${queueStateOf(one)}`)}
            </Text>
          ),
        },
        { header: t('eventNotifications.queue.problem'), isData: true, cell: ({ problem }) => problem ?? '-' },
        { header: t('eventNotifications.queue.queued'), cell: (one) => instant(one.queued_at) },
        {
          header: t('eventNotifications.queue.next'),
          cell: (one) => (queueStateOf(one) === 'failed' ? '-' : instant(one.next_time)),
        },
      ]}
      minWidth={720}
    />
  )
}

interface QueueTroublesProps {
  readonly notificationId: string
  readonly pause: NotificationPause | undefined
  readonly dropped: DroppedNotifications | undefined
  readonly canRetry: boolean
}

/** Why nothing is sent for now, and what was dropped. */
function QueueTroubles({ notificationId, pause, dropped, canRetry }: QueueTroublesProps) {
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
