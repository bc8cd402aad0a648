/** The search behind an event. */
import { type EventReplay, replayEvent } from '@logyard/contract/events/events'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'
import { routes } from '../../base/routes/routes.ts'
import { andQueries, fieldTerm } from '../../view-document/actions/query-composition.ts'
import { EVENTS_KEY } from './alert-keys.ts'

export const replayQuery = (call: Call, eventId: string) => ({
  ...callQuery(call, [...EVENTS_KEY, 'replay', eventId], replayEvent, { params: { eventId } }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Link to the messages of the window, of all groups or of one. */
export function searchOf(replay: EventReplay, group: readonly string[] = []): string {
  const { query, streams, from, to, group_by: fields } = replay
  const terms = fields.flatMap((field, place) => {
    const value = group[place]
    return value === undefined ? [] : [fieldTerm(field, value)]
  })
  const named = streams.length === 0 ? {} : { streams: streams.join(',') }
  return routes.search({ q: andQueries(query, ...terms), rangetype: 'absolute', from, to, ...named })
}
