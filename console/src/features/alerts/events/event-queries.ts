import { alertsOfEvents } from '@logyard/contract/alerts/alerts'
import { listEventDefinitions } from '@logyard/contract/events/event-definitions'
import { type EventsSearchParameters, getEventsHistogram, searchEvents } from '@logyard/contract/events/events'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ALERTS_KEY, EVENT_DEFINITIONS_KEY } from '../../../alerting/alerting-keys.ts'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { EVENTS_KEY, quietly } from '../alert-keys.ts'
import type { EventSearchState } from './event-search-state.ts'

export type EventSearch = Pick<EventSearchState, 'list' | 'kinds' | 'range' | 'definition'>

function parametersOf({ list, kinds, range, definition }: EventSearch): EventsSearchParameters {
  const filter = { alerts: kinds, ...(definition === undefined ? {} : { event_definitions: [definition] }) }
  return { query: list.query, timerange: range, filter }
}

export const eventsQuery = (call: Call, search: EventSearch) => {
  const { page, perPage } = search.list
  const body = { ...parametersOf(search), page, per_page: perPage }
  return queryOptions({
    queryKey: [...EVENTS_KEY, 'search', body],
    queryFn: async ({ signal, client, queryKey }) => {
      const found = await call(searchEvents, { body, signal, ...quietly(client, queryKey) })
      return { rows: found.events.map(({ event }) => event), total: found.total_events, context: found.context }
    },
    placeholderData: keepPreviousData,
  })
}

export const eventsHistogramQuery = (call: Call, search: EventSearch) => {
  const body = parametersOf(search)
  return queryOptions({
    queryKey: [...EVENTS_KEY, 'histogram', body],
    queryFn: ({ signal, client, queryKey }) => call(getEventsHistogram, { body, signal, ...quietly(client, queryKey) }),
    placeholderData: keepPreviousData,
  })
}

/** The states of the alerts that the events belong to, by the id of the event. */
export const alertsOfEventsQuery = (call: Call, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'of-events', ids],
    queryFn: async ({ signal, client, queryKey }) => {
      const query = { ids: ids.join(',') }
      return (await call(alertsOfEvents, { query, signal, ...quietly(client, queryKey) })).alerts
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })

/** All definitions that the user may read. */
export const definitionsQuery = (call: Call) => ({
  ...callQuery(call, [...EVENT_DEFINITIONS_KEY, 'all'], listEventDefinitions, { query: { per_page: 0 } }),
  staleTime: 30_000,
})
