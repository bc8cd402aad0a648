/** Incidents as callers see them: made of the alerts that they may read. */
import { ALERT_STATES, type Alert, type AlertState, MAX_ALERTS_AT_ONCE } from '@logyard/contract/alerts/alerts'
import { type Incident, MAX_INCIDENT_ALERTS } from '@logyard/contract/alerts/incidents'
import { mayReadEvent } from '../events/may-read-event.ts'
import { DEFAULT_PER_PAGE, type Permissions, readStates } from './alert-list.ts'
import { isResolved, type StoredAlert } from './alert-store.ts'
import { type AlertGroup, groupAlerts } from './incidents.ts'

export interface IncidentFilter {
  readonly page?: number
  readonly per_page?: number
  readonly state?: string
  readonly query?: string
}

export const readableGroups = (alerts: readonly StoredAlert[], caller: Permissions): readonly AlertGroup[] =>
  groupAlerts(alerts.filter(({ source_streams }) => mayReadEvent(caller, source_streams)))

export function pageOfIncidents(groups: readonly AlertGroup[], filter: IncidentFilter) {
  const { page = 1, per_page = DEFAULT_PER_PAGE } = filter
  const states = readStates(filter.state)
  const words = filter.query?.trim().toLowerCase() ?? ''
  const matching = groups.filter((group) => states.includes(stateOf(group)) && matches(group, words))
  const sorted = matching.toSorted((a, b) => b.untilMs - a.untilMs)
  const rows = sorted.slice((page - 1) * per_page, page * per_page)
  return { rows, total: sorted.length, count: rows.length, page, per_page }
}

export const listedAlerts = ({ alerts }: AlertGroup): readonly StoredAlert[] => alerts.slice(0, MAX_INCIDENT_ALERTS)

/** `alerts` are those of `listedAlerts`. */
export function shownIncident(group: AlertGroup, alerts: readonly Alert[]): Incident {
  const [first] = group.alerts
  const unresolved = group.alerts.filter((alert) => !isResolved(alert)).map(({ id }) => id)
  return {
    id: first.id,
    shared: [...group.shared.values()],
    state: stateOf(group),
    priority: Math.max(...group.alerts.map(({ latest_event }) => latest_event.priority)),
    opened_at: first.opened_at,
    latest_event_at: new Date(group.untilMs).toISOString(),
    alert_count: group.alerts.length,
    unresolved_ids: unresolved.slice(0, MAX_ALERTS_AT_ONCE),
    source_streams: [...new Set(group.alerts.flatMap(({ source_streams }) => source_streams))],
    alerts: [...alerts],
  }
}

/** States are in the order of the attention that they need. */
function stateOf({ alerts }: AlertGroup): AlertState {
  const states = new Set(alerts.map(({ state }) => state))
  return ALERT_STATES.find((state) => states.has(state)) ?? 'resolved'
}

function matches({ alerts, shared }: AlertGroup, words: string): boolean {
  if (words === '') return true
  const texts = alerts.flatMap(({ title, latest_event, assignee }) => [title, latest_event.message, assignee ?? ''])
  return [...texts, ...Array.from(shared.values(), ({ value }) => value)].some((text) =>
    text.toLowerCase().includes(words),
  )
}
