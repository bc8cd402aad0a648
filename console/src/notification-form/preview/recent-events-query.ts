import { searchEvents } from '@logyard/contract/events/events'
import { queryOptions } from '@tanstack/react-query'
import { EVENT_NOTIFICATIONS_KEY } from '../../alerting/alerting-keys.ts'
import type { Call } from '../../api/api-client.ts'

const SHOWN = 20
const MONTH_S = 30 * 86_400

/** The newest events that the user may see, for previews of templates and completion of their fields. */
export const recentEventsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...EVENT_NOTIFICATIONS_KEY, 'recent-events'],
    queryFn: async ({ signal }) => {
      const body = { per_page: SHOWN, timerange: { type: 'relative' as const, range: MONTH_S } }
      return (await call(searchEvents, { body, signal })).events.map(({ event }) => event)
    },
    staleTime: 30_000,
  })
