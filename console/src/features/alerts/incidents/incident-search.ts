import type { Incident } from '@logyard/contract/alerts/incidents'
import { routes } from '../../../base/routes/routes.ts'
import { andQueries, fieldTerm } from '../../../view-document/actions/query-composition.ts'

/** Messages around an incident may tell how it began and ended. */
const AROUND_MS = 5 * 60_000

/** Link to the messages with the fields that the alerts share; undefined if no message has them. */
export function searchOfIncident({ shared, opened_at, latest_event_at, source_streams }: Incident): string | undefined {
  const terms = shared.filter((fact) => fact.is_message_field).map(({ field, value }) => fieldTerm(field, value))
  if (terms.length === 0) return undefined
  const at = (instant: string, moreMs: number) => new Date(Date.parse(instant) + moreMs).toISOString()
  return routes.search({
    q: andQueries('', ...terms),
    rangetype: 'absolute',
    from: at(opened_at, -AROUND_MS),
    to: at(latest_event_at, AROUND_MS),
    ...(source_streams.length === 0 ? {} : { streams: source_streams.join(',') }),
  })
}
