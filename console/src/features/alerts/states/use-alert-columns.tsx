import type { Alert } from '@logyard/contract/alerts/alerts'
import { Badge, UnstyledButton } from '@mantine/core'
import { PriorityIcon } from '../../../alerting/priority.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { countColumn, textColumn, timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import classes from '../alerts.module.css'

export function useAlertColumns(
  onOpen: (alert: Alert) => void,
  messageOf: (alert: Alert) => string,
): readonly Column<Alert>[] {
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
            title={messageOf(alert)}
            translate="no"
            onClick={() => onOpen(alert)}
          >
            {messageOf(alert)}
          </UnstyledButton>
          <Marks alert={alert} />
        </span>
      ),
    },
    textColumn({
      id: 'key',
      header: t('alerts.key'),
      text: ({ key, group }) => (key === '' ? group.join(', ') : key),
    }),
    textColumn({ id: 'definition', header: t('alerts.definition'), text: ({ title }) => title }),
    countColumn({ id: 'count', header: t('alerts.eventCount'), count: ({ event_count: count }) => count }),
    textColumn({
      id: 'assignee',
      header: t('alerts.assignee'),
      text: ({ assignee }) => assignee,
      none: t('alerts.assignee.none'),
    }),
    timeColumn({ id: 'opened', header: t('alerts.opened'), at: ({ opened_at: at }) => at }),
    timeColumn({ id: 'latest', header: t('alerts.latestEvent'), at: ({ latest_event_at: at }) => at }),
  ]
}

function Marks({ alert: { is_quiet, comment_count } }: { alert: Alert }) {
  const t = useText()
  return (
    <>
      {is_quiet && (
        <Badge miw="max-content" color="gray">
          {t('alerts.quiet')}
        </Badge>
      )}
      {comment_count > 0 && (
        <Badge miw="max-content" color="gray" variant="outline">
          {t('alerts.commentCount', { count: comment_count })}
        </Badge>
      )}
    </>
  )
}
