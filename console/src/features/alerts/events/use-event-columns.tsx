import type { EventDto } from '@logyard/contract/events/events'
import { Badge, UnstyledButton } from '@mantine/core'
import { PriorityIcon } from '../../../alerting/priority.tsx'
import { useSetQueryValues } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { textColumn, timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import classes from '../alerts.module.css'
import { DefinitionLink } from '../definition-link.tsx'
import { StateMark } from '../states/state-mark.tsx'
import type { EventRow } from './event-row.ts'

export function useEventColumns(messageOf: (event: EventDto) => string): readonly Column<EventRow>[] {
  const t = useText()
  const setValues = useSetQueryValues()
  return [
    {
      id: 'message',
      header: t('alerts.description'),
      isWide: true,
      cell: ({ event }) => (
        <span className={classes['message']}>
          <PriorityIcon priority={event.priority} />
          <span title={messageOf(event)} translate="no">
            {messageOf(event)}
          </span>
        </span>
      ),
    },
    textColumn({ id: 'key', header: t('alerts.key'), text: ({ event }) => event.key, none: t('alerts.key.none') }),
    {
      id: 'type',
      header: t('alerts.type'),
      cell: ({ event: { alert } }) => (
        <Badge miw="max-content" color={alert ? 'amber' : 'gray'}>
          {t(alert ? 'alerts.alert' : 'alerts.event')}
        </Badge>
      ),
    },
    {
      id: 'state',
      header: t('alerts.state'),
      cell: ({ event, alert }) =>
        alert !== undefined && (
          <UnstyledButton
            className={classes['open'] ?? ''}
            aria-haspopup="dialog"
            aria-label={t('alerts.openAlert', { name: messageOf(event) })}
            onClick={() => setValues({ alert: alert.id })}
          >
            <StateMark state={alert.state} />
          </UnstyledButton>
        ),
    },
    {
      id: 'definition',
      header: t('alerts.definition'),
      cell: ({ event, definitionTitle }) => <DefinitionLink id={event.event_definition_id} title={definitionTitle} />,
    },
    timeColumn({ id: 'timestamp', header: t('alerts.timestamp'), at: ({ event }) => event.timestamp }),
  ]
}
