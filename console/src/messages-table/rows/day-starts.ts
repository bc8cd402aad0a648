import type { MessageHit } from '@logyard/contract/search/search-results'

/** The rows whose day differs from that of the row above, and the first one. */
export function dayStarts(messages: readonly MessageHit[], dayOf: (iso: string) => string): ReadonlySet<number> {
  const days = messages.map(({ message }) => dayOf(message.timestamp))
  return new Set(days.flatMap((day, index) => (day === days[index - 1] ? [] : [index])))
}
