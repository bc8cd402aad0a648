/** Incidents as callers see them: made of the alerts that they may read. */
import { ALERT_STATES, type Alert, type AlertState, MAX_ALERTS_AT_ONCE } from '@logyard/contract/alerts/alerts'
import { type Incident, MAX_INCIDENT_ALERTS } from '@logyard/contract/alerts/incidents'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import { mayReadEvent } from '../events/may-read-event.ts'
import type { Replica } from '../platform/settings/replica.ts'
import { DEFAULT_PER_PAGE, type Permissions, readStates } from './alert-list.ts'
import { isResolved, type StoredAlert } from './alert-store.ts'
import { type AlertGroup, groupAlerts } from './incidents.ts'

export interface IncidentFilter {
  readonly page?: number
  readonly per_page?: number
  readonly state?: string
  readonly query?: string
}

/** Groupings in memory: callers differ in the streams that they may read. */
const MAX_CACHED = 50

/** Groups of the alerts that a caller may read. Callers who may read the same streams share them until an alert changes. */
export function createReadableGroups(replica: Pick<Replica<StoredAlert>, 'fresh' | 'generation' | 'list'>) {
  const newCache = () => createLruMap<string, readonly AlertGroup[]>(MAX_CACHED)
  let [generation, byStreams] = [-1, newCache()]
  return async (caller: Permissions): Promise<readonly AlertGroup[]> => {
    await replica.fresh()
    if (generation !== replica.generation()) [generation, byStreams] = [replica.generation(), newCache()]
    const alerts = replica.list()
    const streams = new Set(alerts.flatMap(({ source_streams }) => source_streams))
    const readable = JSON.stringify([
      mayReadEvent(caller, []),
      ...[...streams].filter((id) => mayReadEvent(caller, [id])).sort(),
    ])
    const known = byStreams.get(readable)
    if (known !== undefined) return known
    const groups = groupAlerts(alerts.filter(({ source_streams }) => mayReadEvent(caller, source_streams)))
    byStreams.set(readable, groups)
    return groups
  }
}

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
