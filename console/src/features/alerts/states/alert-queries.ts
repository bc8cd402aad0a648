import { type Alert, type AlertState, getAlert, listAlerts } from '@logyard/contract/alerts/alerts'
import { searchEvents } from '@logyard/contract/events/events'
import { listUsers } from '@logyard/contract/identity/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ALERTS_KEY } from '../../../alerting/alerting-keys.ts'
import type { Call } from '../../../api/api-client.ts'
import { pickQuery } from '../../../api/call-query.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { EVENTS_KEY, quietly } from '../alert-keys.ts'

/** The views of the page: the alerts in a state, or all events. */
export const ALERT_VIEWS = ['open', 'incidents', 'events', 'acknowledged', 'resolved'] as const
export type AlertView = (typeof ALERT_VIEWS)[number]

/** Addresses that name no view are of the time when the page had events alone, unless nothing is searched for. */
export function viewOf(values: URLSearchParams): AlertView {
  const named = ALERT_VIEWS.find((one) => one === values.get('state'))
  const isSearch = [...values.keys()].some((name) => name !== 'alert' && name !== 'state')
  return named ?? (isSearch ? 'events' : 'open')
}

/** Undefined does not filter by the assigned user. */
const assigneeOf = (assigned: string | undefined, username: string): string | undefined =>
  assigned === 'me' ? username : assigned === 'nobody' ? '' : undefined

export const alertsQuery = (call: Call, list: ListPosition, state: AlertState, username: string) => {
  const { definition, assigned } = list.filters
  const assignee = assigneeOf(assigned, username)
  const query = {
    state,
    page: list.page,
    per_page: list.perPage,
    ...(list.query === '' ? {} : { query: list.query }),
    ...(definition === undefined ? {} : { definition }),
    ...(assignee === undefined ? {} : { assignee }),
  }
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'list', query],
    queryFn: async ({ signal, client, queryKey }) => {
      const { alerts, total } = await call(listAlerts, { query, signal, ...quietly(client, queryKey) })
      return { rows: alerts, total }
    },
    placeholderData: keepPreviousData,
  })
}

/** The number of alerts in each state. */
export const alertCountsQuery = (call: Call) =>
  pickQuery(call, [...ALERTS_KEY, 'counts'], ({ counts }) => counts, listAlerts, {
    query: { per_page: 1 },
    extendSession: false,
  })

export const alertQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'one', id],
    queryFn: ({ signal, client, queryKey }) =>
      call(getAlert, { params: { alertId: id }, signal, ...quietly(client, queryKey) }),
  })

const SHOWN_EVENTS = 10

/** The latest events of an alert. Events of a group without a key cannot be told from others: these are the ends. */
export const eventsOfAlertQuery = (call: Call, alert: Alert) => {
  const { first_event_id, latest_event_id, key, group, event_definition_id } = alert
  const isGroupOnly = key === '' && group.length > 0
  const filter = isGroupOnly
    ? { id: [...new Set([first_event_id, latest_event_id])] }
    : { event_definitions: [event_definition_id], ...(key === '' ? {} : { key: [key] }) }
  // The end of a range is excluded.
  const to = new Date(Date.parse(alert.latest_event_at) + 1).toISOString()
  const timerange = { type: 'absolute', from: alert.first_event_at, to } as const
  const body = { filter, timerange, page: 1, per_page: SHOWN_EVENTS }
  return queryOptions({
    queryKey: [...EVENTS_KEY, 'of-alert', alert.id, body],
    queryFn: async ({ signal }) => {
      const { events } = await call(searchEvents, { body, signal, extendSession: false })
      return events.map(({ event }) => event)
    },
    placeholderData: keepPreviousData,
  })
}

export const assigneesQuery = (call: Call) => ({
  ...pickQuery(call, ['users', 'assignees'], ({ users }) => users, listUsers),
  staleTime: 60_000,
})
