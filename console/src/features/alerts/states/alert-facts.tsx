import type { Alert } from '@logyard/contract/alerts/alerts'
import { Priority } from '../../../alerting/priority.tsx'
import { useText } from '../../../base/text/text.tsx'
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { DefinitionLink } from '../definition-link.tsx'

interface AlertFactsProps {
  readonly alert: Alert
  /** Whether the definition still exists, as far as the user may read it. */
  readonly isDefined: boolean
}

export function AlertFacts({ alert, isDefined }: AlertFactsProps) {
  const t = useText()
  const { event_definition_id: id, title, key, group, snoozed_until, held_back_notifications: heldBack } = alert
  const known = isDefined ? <DefinitionLink id={id} title={title} /> : title
  return (
    <DefinitionList
      items={[
        { label: t('alerting.priority'), value: <Priority priority={alert.priority} /> },
        { label: t('alerts.definition'), value: known },
        key !== '' && { label: t('alerts.eventKey'), value: key },
        group.length > 0 && group.join('|') !== key && { label: t('alerts.group'), value: group.join(', ') },
        { label: t('alerts.opened'), value: <Instant instant={alert.opened_at} /> },
        { label: t('alerts.latestEvent'), value: <Instant instant={alert.latest_event_at} /> },
        { label: t('alerts.eventCount'), value: alert.event_count },
        change(t('alerts.acknowledged'), alert.acknowledged_at, alert.acknowledged_by),
        change(t('alerts.resolved'), alert.resolved_at, alert.resolved_by ?? t('alerts.resolved.itself')),
        snoozed_until !== null && { label: t('alerts.snoozedUntil'), value: <Instant instant={snoozed_until} /> },
        heldBack > 0 && { label: t('alerts.heldBack'), value: heldBack },
      ]}
    />
  )
}

const change = (label: string, at: string | null, by: string | null): Definition | false =>
  at !== null && {
    label,
    value: (
      <span>
        <Instant instant={at} /> · <span translate="no">{by}</span>
      </span>
    ),
  }
