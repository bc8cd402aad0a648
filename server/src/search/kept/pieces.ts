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
const MOST_PIECES = 400

/**
 * The ways to cut the range, those with the fewest pieces first, that suit the time that there are messages of, from
 * `stored.fromMs` to `stored.toMs`; none where that is too short or too long. What has not ended by `nowMs` is left to
 * the rest.
 */
export function waysToCut(range: InstantRange, stored: InstantRange, nowMs: number): readonly Pieces[] {
  const spanMs = stored.toMs + 1 - stored.fromMs
  return LENGTHS_MS.filter((lengthMs) => spanMs >= LEAST_PIECES * lengthMs)
    .reverse()
    .flatMap((lengthMs) => cut(range, stored, nowMs, lengthMs) ?? [])
    .filter(({ first, last }) => last - first < MOST_PIECES)
}

/** Into pieces of this length; `undefined` where none of them is whole. */
export function cut(
  { fromMs, toMs }: InstantRange,
  stored: InstantRange,
  nowMs: number,
  lengthMs: number,
): Pieces | undefined {
  const { bucketOf, startMs } = fixedTimeBuckets(lengthMs)
  const first = Math.max(bucketOf(fromMs - 1) + 1, bucketOf(stored.fromMs))
  const last = Math.min(bucketOf(Math.min(toMs + 1, nowMs)) - 1, bucketOf(stored.toMs))
  if (last < first) return undefined
  const whole = { fromMs: startMs(first), toMs: startMs(last + 1) - 1 }
  const before = { fromMs, toMs: whole.fromMs - 1 }
  const after = { fromMs: whole.toMs + 1, toMs }
  const rest = [before, after].filter((part) => part.fromMs <= part.toMs)
  return { lengthMs, first, last, whole, rest }
}

export const pieceNumbers = ({ first, last }: Pieces): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

export function pieceRange({ lengthMs }: Pieces, first: number, last: number = first): InstantRange {
  const { startMs } = fixedTimeBuckets(lengthMs)
  return { fromMs: startMs(first), toMs: startMs(last + 1) - 1 }
}

/** SQL: the number of the piece that a message lies in. */
export const pieceSql = ({ lengthMs }: Pieces): string => fixedTimeBuckets(lengthMs).numberSql('timestamp')
