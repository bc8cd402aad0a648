import { getAlertExplanation, getAlertFigures, listAlertDeliveries } from '@logyard/contract/alerts/alert-evidence'
import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ALERTS_KEY } from '../../../alerting/alerting-keys.ts'
import type { Call } from '../../../api/api-client.ts'
import { callQuery, pickQuery } from '../../../api/call-query.ts'

/** The figure around the time the alert opened; measured again after its next event. */
export const figuresQuery = (call: Call, { id, latest_event_id: latest }: AlertDetails) => ({
  ...callQuery(call, [...ALERTS_KEY, 'figures', id, latest], getAlertFigures, {
    params: { alertId: id },
    extendSession: false,
  }),
  staleTime: 60_000,
  retry: false,
  placeholderData: keepPreviousData,
})

const WAITING_MS = 1000

/** The explanation as it was stored; while it is being made, it is asked for again. */
export const explanationQuery = (call: Call, id: string) =>
  queryOptions({
    ...callQuery(call, [...ALERTS_KEY, 'explanation', id], getAlertExplanation, {
      params: { alertId: id },
      extendSession: false,
    }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WAITING_MS : false),
  })

export const deliveriesQuery = (call: Call, id: string) =>
  pickQuery(call, [...ALERTS_KEY, 'deliveries', id], ({ deliveries }) => deliveries, listAlertDeliveries, {
    params: { alertId: id },
    extendSession: false,
  })
