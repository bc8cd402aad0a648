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

/** The messages of one group; empty for those of all. */
export function groupQuery({ group_by: fields }: EventReplay, group: readonly string[]): string {
  const terms = fields.flatMap((field, place) => {
    const value = group[place]
    return value === undefined ? [] : [fieldTerm(field, value)]
  })
  return andQueries(...terms)
}

/** Link to the messages of the window, of all groups or of one. */
export function searchOf(replay: EventReplay, group: readonly string[] = []): string {
  const { query, streams, from, to, steps, sql } = replay
  const named = streams.length === 0 ? {} : { streams: streams.join(',') }
  const range = { rangetype: 'absolute', from, to, ...named }
  if (sql !== undefined) return routes.searchSql({ q: query, sql, ...range })
  return routes.search({ q: andQueries(query, groupQuery(replay, group)), ...range, ...(steps && { steps }) })
}
