import { countOpenAlerts } from '@logyard/contract/alerts/alerts'
import type { Call } from '../api/api-client.ts'
import { polledQuery } from '../api/call-query.ts'
import { ALERTS_KEY } from './alerting-keys.ts'

const POLL_MS = 5000

/** How many alerts are open that the user may read: the badge of the navigation, and lists of definitions. */
export const openAlertsQuery = (call: Call) => ({
  ...polledQuery(call, [...ALERTS_KEY, 'open-counts'], POLL_MS, countOpenAlerts),
  staleTime: POLL_MS,
})
