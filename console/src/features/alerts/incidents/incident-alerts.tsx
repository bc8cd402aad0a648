import type { Alert } from '@logyard/contract/alerts/alerts'
import type { Incident } from '@logyard/contract/alerts/incidents'
import { Text, UnstyledButton } from '@mantine/core'
import { PriorityIcon } from '../../../alerting/priority.tsx'
import { useSetQueryValues } from '../../../base/routes/location.ts'
import { useText } from '../../../base/text/text.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import classes from '../alerts.module.css'
import { StateMark } from '../states/state-mark.tsx'
import own from './incidents.module.css'

interface IncidentAlertsProps {
  readonly incident: Incident
  readonly messageOf: (alert: Alert) => string
  /** The alert that is shown already. */
  readonly except?: string
}

/** The alerts of an incident in the order in which they opened. */
export function IncidentAlerts({ incident, messageOf, except }: IncidentAlertsProps) {
  const t = useText()
  const setValues = useSetQueryValues()
  const more = incident.alert_count - incident.alerts.length
  return (
    <>
      <ol className={own['alerts']} aria-label={t('alerts.incident.alerts')}>
        {incident.alerts
          .filter(({ id }) => id !== except)
          .map((alert) => (
            <li key={alert.id}>
              <Instant instant={alert.opened_at} />
              <StateMark state={alert.state} />
              <PriorityIcon priority={alert.priority} />
              <UnstyledButton
                className={classes['open'] ?? ''}
                aria-haspopup="dialog"
                translate="no"
                onClick={() => setValues({ alert: alert.id })}
              >
                {messageOf(alert)}
              </UnstyledButton>
            </li>
          ))}
      </ol>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('alerts.incident.more', { count: more })}
        </Text>
      )}
    </>
  )
}
