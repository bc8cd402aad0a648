import { getAlertFigures, listAlertDeliveries } from '@logyard/contract/alerts/alert-evidence'
import type { AlertDetails } from '@logyard/contract/alerts/alerts'
import { keepPreviousData } from '@tanstack/react-query'
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

export const deliveriesQuery = (call: Call, id: string) =>
  pickQuery(call, [...ALERTS_KEY, 'deliveries', id], ({ deliveries }) => deliveries, listAlertDeliveries, {
    params: { alertId: id },
    extendSession: false,
  })
