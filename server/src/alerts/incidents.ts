/**
 * Groups alerts into incidents. An alert joins the one that it shares most fields with, if that had an event shortly
 * before. Alerts of one definition that are left alone, such as those of many hosts at once, join each other.
 */
import { INCIDENT_GAP_MINUTES, type IncidentFact } from '@logyard/contract/alerts/incidents'
import type { StoredAlert } from './alert-store.ts'

export interface AlertGroup {
  /** In the order in which they opened. */
  readonly alerts: [StoredAlert, ...StoredAlert[]]
  /** What all of them have in common. */
  shared: ReadonlyMap<string, IncidentFact>
  /** The latest time at which a condition of them was met. */
  untilMs: number
}

const GAP_MS = INCIDENT_GAP_MINUTES * 60_000

export const groupAlerts = (alerts: Iterable<StoredAlert>): readonly AlertGroup[] =>
  joinedByDefinition(groupedByFacts(alerts))

function groupedByFacts(alerts: Iterable<StoredAlert>): readonly AlertGroup[] {
  const groups: AlertGroup[] = []
  const byFact = new Map<string, AlertGroup[]>()
  for (const alert of [...alerts].sort(inOrderOfOpening)) {
    const facts = new Map(alert.facts.map((fact) => [JSON.stringify([fact.field, fact.value]), fact]))
    const openedMs = Date.parse(alert.opened_at)
    const found = bestOf(activeGroups(byFact, facts, openedMs), facts)
    if (found === undefined) {
      const group: AlertGroup = { alerts: [alert], shared: facts, untilMs: lastMetMs(alert) }
      groups.push(group)
      for (const key of facts.keys()) byFact.set(key, [...(byFact.get(key) ?? []), group])
    } else {
      join(found, alert, facts)
    }
  }
  return groups
}

function join(group: AlertGroup, alert: StoredAlert, facts: ReadonlyMap<string, IncidentFact>): void {
  group.alerts.push(alert)
  group.shared = sharedBy(group, facts)
  group.untilMs = Math.max(group.untilMs, lastMetMs(alert))
}

function joinedByDefinition(groups: readonly AlertGroup[]): readonly AlertGroup[] {
  const joined: AlertGroup[] = []
  const byDefinition = new Map<string, AlertGroup>()
  for (const group of groups) {
    const [first, ...others] = group.alerts
    const open = byDefinition.get(first.event_definition_id)
    if (others.length === 0 && open !== undefined && Date.parse(first.opened_at) <= open.untilMs + GAP_MS) {
      join(open, first, group.shared)
    } else {
      joined.push(group)
      if (others.length === 0) byDefinition.set(first.event_definition_id, group)
    }
  }
  return joined
}

const inOrderOfOpening = (a: StoredAlert, b: StoredAlert) => {
  if (a.opened_at !== b.opened_at) return a.opened_at < b.opened_at ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The time of the latest event. The end of a run says nothing: a filter runs on without events. */
const lastMetMs = ({ latest_event: { timestamp } }: StoredAlert) => Date.parse(timestamp)

/** Alerts come in the order of their time, so a group that is over stays over, and leaves the index. */
function activeGroups(byFact: Map<string, AlertGroup[]>, facts: ReadonlyMap<string, unknown>, openedMs: number) {
  const found = new Set<AlertGroup>()
  for (const key of facts.keys()) {
    const active = (byFact.get(key) ?? []).filter(
      ({ shared, untilMs }) => shared.has(key) && openedMs <= untilMs + GAP_MS,
    )
    if (active.length === 0) byFact.delete(key)
    else byFact.set(key, active)
    for (const group of active) found.add(group)
  }
  return found
}

function bestOf(groups: Iterable<AlertGroup>, facts: ReadonlyMap<string, IncidentFact>): AlertGroup | undefined {
  let best: { readonly group: AlertGroup; readonly shares: number } | undefined
  for (const group of groups) {
    const shares = sharedBy(group, facts).size
    const isBetter = best === undefined || shares > best.shares
    const isLater = best !== undefined && shares === best.shares && group.untilMs > best.group.untilMs
    if (isBetter || isLater) best = { group, shares }
  }
  return best?.group
}

function sharedBy({ shared }: AlertGroup, facts: ReadonlyMap<string, IncidentFact>): ReadonlyMap<string, IncidentFact> {
  const common = [...shared].flatMap(([key, fact]) => {
    const other = facts.get(key)
    if (other === undefined) return []
    return [[key, { ...fact, is_message_field: fact.is_message_field && other.is_message_field }] as const]
  })
  return new Map(common)
}
