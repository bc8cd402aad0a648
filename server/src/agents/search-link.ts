import type { EffectiveRange } from '@logyard/contract/search/time-ranges'

/** What a link to the search page shows: the same messages, however late it is opened. */
export interface LinkedSearch {
  /** Before the steps. */
  readonly query: string
  readonly steps?: string
  readonly range: Pick<EffectiveRange, 'from' | 'to'>
  readonly streams: readonly string[]
}

/** `console` is the address of the console without a slash at the end. */
export function searchLink(console: string, { query, steps, range, streams }: LinkedSearch): string {
  const values = new URLSearchParams({ q: query, rangetype: 'absolute', from: range.from, to: range.to })
  if (steps !== undefined) values.set('steps', steps)
  if (streams.length > 0) values.set('streams', streams.join(','))
  return `${console}/search?${values}`
}
