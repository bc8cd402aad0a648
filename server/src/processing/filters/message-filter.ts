/** A query that processing tests messages against, because somebody waits for those that match. */
export interface MessageFilter {
  readonly id: string
  readonly query: string
  /** The fields with stored numbers, of those that the query names. */
  readonly numberFields: readonly string[]
  /** The message must be in at least one of these; empty for all messages. */
  readonly streams: readonly string[]
}

/** From the oldest to the newest timestamp of the messages that matched. */
export interface MatchedSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** Spans by the id of the filter. */
export type FilterMatches = ReadonlyMap<string, MatchedSpan>

export const joinSpans = (one: MatchedSpan | undefined, other: MatchedSpan): MatchedSpan =>
  one === undefined ? other : { fromMs: Math.min(one.fromMs, other.fromMs), toMs: Math.max(one.toMs, other.toMs) }

export function joinMatches(one: FilterMatches, other: FilterMatches): FilterMatches {
  if (other.size === 0) return one
  const joined = new Map(one)
  for (const [id, span] of other) joined.set(id, joinSpans(joined.get(id), span))
  return joined
}
