/** Which alerts a caller sees, and how a list of them is searched. */
import { ALERT_STATES, type AlertState, type OpenAlertCounts } from '@logyard/contract/alerts/alerts'
import { mayReadEvent } from '../events/may-read-event.ts'
import type { Caller } from '../http/caller.ts'
import { alertChangeRefused } from './alert-errors.ts'
import type { StoredAlert } from './alert-store.ts'

export interface AlertFilter {
  readonly page?: number
  readonly per_page?: number
  readonly state?: string
  readonly definition?: string
  readonly assignee?: string
  readonly query?: string
}

export const DEFAULT_PER_PAGE = 50

export type Permissions = Pick<Caller, 'holds'>

export function pageOfAlerts(alerts: readonly StoredAlert[], filter: AlertFilter, caller: Caller) {
  const { page = 1, per_page = DEFAULT_PER_PAGE } = filter
  const states = readStates(filter.state)
  const matching = alerts.filter((alert) => matches(alert, filter) && mayReadEvent(caller, alert.source_streams))
  const inState = matching.filter(({ state }) => states.includes(state)).sort(latestFirst)
  const rows = inState.slice((page - 1) * per_page, page * per_page)
  const countOf = (wanted: AlertState) => matching.filter(({ state }) => state === wanted).length
  return {
    rows,
    total: inState.length,
    count: rows.length,
    page,
    per_page,
    counts: { open: countOf('open'), acknowledged: countOf('acknowledged'), resolved: countOf('resolved') },
  }
}

/** Open alerts that the caller may read, by their definition. */
export function openCounts(alerts: readonly StoredAlert[], caller: Permissions): OpenAlertCounts {
  const open = alerts.filter(({ state, source_streams }) => state === 'open' && mayReadEvent(caller, source_streams))
  const groups = Map.groupBy(open, ({ event_definition_id: id }) => id)
  return {
    total: open.length,
    by_definition: Object.fromEntries(Array.from(groups, ([id, { length }]) => [id, length])),
  }
}

const latestFirst = (a: StoredAlert, b: StoredAlert) => {
  const [first, second] = [a.latest_event.timestamp, b.latest_event.timestamp]
  if (first !== second) return first < second ? 1 : -1
  return a.id < b.id ? 1 : -1
}

export function readStates(text: string | undefined): readonly AlertState[] {
  if (text === undefined || text === '') return ALERT_STATES
  return text.split(',').map((name) => {
    const state = ALERT_STATES.find((known) => known === name.trim())
    if (state === undefined) throw alertChangeRefused(`"${name}" is not a state of alerts`)
    return state
  })
}

function matches(alert: StoredAlert, { definition, assignee, query }: AlertFilter): boolean {
  if (definition !== undefined && alert.event_definition_id !== definition) return false
  if (assignee !== undefined && (alert.assignee ?? '') !== assignee) return false
  const wanted = query?.trim().toLowerCase() ?? ''
  if (wanted === '') return true
  const { title, key, group, latest_event, assignee: assigned } = alert
  return [title, latest_event.message, key, ...group, assigned ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}
