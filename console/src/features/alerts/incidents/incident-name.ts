import type { Alert } from '@logyard/contract/alerts/alerts'
import type { Incident } from '@logyard/contract/alerts/incidents'

/** The message of a single alert, else what its alerts share: fields, or only their definition. */
export function incidentName(
  { alerts: [first], shared, alert_count: count }: Incident,
  messageOf: (alert: Alert) => string,
): string {
  if (count > 1 && shared.length > 0) return shared.map(({ field, value }) => `${field} ${value}`).join(', ')
  if (first === undefined) return ''
  return count > 1 ? first.title : messageOf(first)
}
