import type { Alert } from '@logyard/contract/alerts/alerts'
import { Badge, Text, UnstyledButton } from '@mantine/core'
import { PriorityIcon } from '../../../alerting/priority.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { Instant } from '../../../ui/time/instant.tsx'
import classes from '../alerts.module.css'

export function useAlertColumns(onOpen: (alert: Alert) => void): readonly Column<Alert>[] {
  const t = useText()
  return [
    {
      id: 'message',
      header: t('alerts.description'),
      isWide: true,
      cell: (alert) => (
        <span className={classes['message']}>
          <PriorityIcon priority={alert.priority} />
          <UnstyledButton
            className={classes['open'] ?? ''}
            aria-haspopup="dialog"
            title={alert.message}
            translate="no"
            onClick={() => onOpen(alert)}
          >
            {alert.message}
          </UnstyledButton>
          <Marks alert={alert} />
        </span>
      ),
    },
    {
      id: 'key',
      header: t('alerts.key'),
      cell: ({ key, group }) => <span translate="no">{key === '' ? group.join(', ') : key}</span>,
    },
    { id: 'definition', header: t('alerts.definition'), cell: ({ title }) => <span translate="no">{title}</span> },
    { id: 'count', header: t('alerts.eventCount'), align: 'right', cell: ({ event_count }) => event_count },
    {
      id: 'assignee',
      header: t('alerts.assignee'),
      cell: ({ assignee }) =>
        assignee === null ? (
          <Text span inherit c="dimmed">
            {t('alerts.assignee.none')}
          </Text>
        ) : (
          <span translate="no">{assignee}</span>
        ),
    },
    { id: 'opened', header: t('alerts.opened'), cell: ({ opened_at }) => <Instant instant={opened_at} /> },
    {
      id: 'latest',
      header: t('alerts.latestEvent'),
      cell: ({ latest_event_at }) => <Instant instant={latest_event_at} />,
    },
  ]
}

function Marks({ alert: { is_quiet, comment_count } }: { alert: Alert }) {
  const t = useText()
  return (
    <>
      {is_quiet && (
        <Badge className={classes['badge'] ?? ''} color="gray">
          {t('alerts.quiet')}
        </Badge>
      )}
      {comment_count > 0 && (
        <Badge className={classes['badge'] ?? ''} color="gray" variant="outline">
          {t('alerts.commentCount', { count: comment_count })}
        </Badge>
      )}
    </>
  )
}
