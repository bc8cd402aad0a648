/** The alerts as marks: those that follow each other closely share the mark of the first. */
import type { FoundEvent } from '@logyard/contract/events/events'
import type { EventListResult } from '@logyard/contract/search/search-results'
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'

/** More marks could not be told apart. */
const MOST_MARKS = 80

export function alertMarks(found: readonly FoundEvent[], { from, to }: EffectiveRange): EventListResult {
  const apartMs = (Date.parse(to) - Date.parse(from)) / MOST_MARKS
  const oldestFirst = found.map(({ event }) => event).toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
  let mark = ''
  let lastMs = Number.NEGATIVE_INFINITY
  const events = oldestFirst.map(({ id, timestamp, message, source_streams, alert }) => {
    const atMs = Date.parse(timestamp)
    if (atMs - lastMs > apartMs) mark = timestamp
    lastMs = atMs
    return { id, timestamp: mark, message, streams: source_streams, alert }
  })
  return { id: 'alerts', type: 'events', name: null, events }
}
