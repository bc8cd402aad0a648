/** A range of time cut into pieces that lie the same for everybody, and what of it is in no whole piece. */
import type { InstantRange } from '../message-scope.ts'
import { fixedTimeBuckets } from '../pivot/time-buckets.ts'

export interface Pieces {
  readonly lengthMs: number
  /** Pieces are numbered without gaps. */
  readonly first: number
  readonly last: number
  /** From the beginning of the first piece to the end of the last. */
  readonly whole: InstantRange
  /** What comes before and after. */
  readonly rest: readonly InstantRange[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Each divides the longer ones. */
const LENGTHS_MS = [1, 5, 15]
  .map((n) => n * MINUTE_MS)
  .concat(
    [1, 3, 6].map((n) => n * HOUR_MS),
    [1, 7, 28].map((n) => n * DAY_MS),
  )
/** Of fewer pieces too much would lie in the rest; more are more to read. A day has pieces of an hour. */
const LEAST_PIECES = 20
/** With the longest length, thirty years. */
const MOST_PIECES = 400

/**
 * The pieces are as long as suits the time that there are messages of, from `stored.fromMs` to `stored.toMs`; `undefined`
 * where that is too short or too long. What has not ended by `nowMs` is left to the rest.
 */
export function piecesOf({ fromMs, toMs }: InstantRange, stored: InstantRange, nowMs: number): Pieces | undefined {
  const spanMs = stored.toMs + 1 - stored.fromMs
  const lengthMs = LENGTHS_MS.findLast((length) => spanMs >= LEAST_PIECES * length)
  if (lengthMs === undefined) return undefined
  const { bucketOf, startMs } = fixedTimeBuckets(lengthMs)
  const first = Math.max(bucketOf(fromMs - 1) + 1, bucketOf(stored.fromMs))
  const last = Math.min(bucketOf(Math.min(toMs + 1, nowMs)) - 1, bucketOf(stored.toMs))
  if (last < first || last - first >= MOST_PIECES) return undefined
  const whole = { fromMs: startMs(first), toMs: startMs(last + 1) - 1 }
  const before = { fromMs, toMs: whole.fromMs - 1 }
  const after = { fromMs: whole.toMs + 1, toMs }
  const rest = [before, after].filter((range) => range.fromMs <= range.toMs)
  return { lengthMs, first, last, whole, rest }
}

export function pieceRange({ lengthMs }: Pieces, first: number, last: number = first): InstantRange {
  const { startMs } = fixedTimeBuckets(lengthMs)
  return { fromMs: startMs(first), toMs: startMs(last + 1) - 1 }
}

/** SQL: the number of the piece that a message lies in. */
export const pieceSql = ({ lengthMs }: Pieces): string => fixedTimeBuckets(lengthMs).numberSql('timestamp')
