import type { Alert } from '@logyard/contract/alerts/alerts'
import type { Incident } from '@logyard/contract/alerts/incidents'
import { UnstyledButton } from '@mantine/core'
import { PriorityIcon } from '../../../alerting/priority.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { countColumn, textColumn, timeColumn } from '../../../ui/data-table/ready-columns.tsx'
import classes from '../alerts.module.css'
import { StateMark } from '../states/state-mark.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import { incidentName } from './incident-name.ts'

export function useIncidentColumns(
  onOpen: (alert: Alert) => void,
  messageOf: (alert: Alert) => string,
): readonly Column<Incident>[] {
  const t = useText()
  const nameOf = (incident: Incident) => {
    const { alerts, shared, alert_count: count } = incident
    const [first] = alerts
    if (count > 1)
      return shared.length > 0 ? (
        <IncidentFacts shared={shared} />
      ) : (
        <span translate="no">{incidentName(incident, messageOf)}</span>
      )
    return (
      first !== undefined && (
        <UnstyledButton
          className={classes['open'] ?? ''}
          aria-haspopup="dialog"
          translate="no"
          onClick={() => onOpen(first)}
        >
          {messageOf(first)}
        </UnstyledButton>
      )
    )
  }
  return [
    {
      id: 'shared',
      header: t('alerts.incident'),
      isWide: true,
      isTitle: true,
      cell: (incident) => (
        <span className={classes['message']}>
          <PriorityIcon priority={incident.priority} />
          {nameOf(incident)}
        </span>
      ),
    },
    countColumn({ id: 'alerts', header: t('alerts.incident.alerts'), count: ({ alert_count: count }) => count }),
    { id: 'state', header: t('alerts.state'), cell: ({ state }) => <StateMark state={state} /> },
    textColumn({
      id: 'definitions',
      header: t('alerts.definition'),
      text: ({ alerts }) => [...new Set(alerts.map(({ title }) => title))].join(', '),
    }),
    timeColumn({ id: 'opened', header: t('alerts.opened'), at: ({ opened_at: at }) => at }),
    timeColumn({ id: 'latest', header: t('alerts.latestEvent'), at: ({ latest_event_at: at }) => at }),
  ]
}
