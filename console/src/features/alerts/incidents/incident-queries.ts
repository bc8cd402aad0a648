import { getIncidentOfAlert, listIncidents } from '@logyard/contract/alerts/incidents'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ALERTS_KEY } from '../../../alerting/alerting-keys.ts'
import type { Call } from '../../../api/api-client.ts'
import { pickQuery } from '../../../api/call-query.ts'
import type { ListPosition } from '../../../ui/data-table/list-state.ts'
import { quietly } from '../alert-keys.ts'

const UNRESOLVED = 'open,acknowledged'

export const incidentsQuery = (call: Call, list: ListPosition) => {
  const query = {
    state: UNRESOLVED,
    page: list.page,
    per_page: list.perPage,
    ...(list.query === '' ? {} : { query: list.query }),
  }
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'incidents', query],
    queryFn: async ({ signal, client, queryKey }) => {
      const { incidents, total } = await call(listIncidents, { query, signal, ...quietly(client, queryKey) })
      return { rows: incidents, total }
    },
    placeholderData: keepPreviousData,
  })
}

/** The number of incidents that are not resolved. */
export const incidentCountQuery = (call: Call) =>
  pickQuery(call, [...ALERTS_KEY, 'incident-count'], ({ total }) => total, listIncidents, {
    query: { state: UNRESOLVED, per_page: 1 },
    extendSession: false,
  })

export const incidentOfAlertQuery = (call: Call, alertId: string) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'incident', alertId],
    queryFn: ({ signal, client, queryKey }) =>
      call(getIncidentOfAlert, { params: { alertId }, signal, ...quietly(client, queryKey) }),
  })
