/**
 * A range of time cut into pieces that lie the same for everybody: long ones in the middle, shorter ones towards its
 * ends, and what is in no whole piece. A piece is known by one number: that of its place among those as long as it, and
 * how long they are.
 */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { InstantRange } from '../../scope/message-scope.ts'
import { fixedTimeBuckets } from '../time-buckets.ts'

export interface Pieces {
  /** Of the longest. */
  readonly lengthMs: number
  /** One after the other, without gaps. */
  readonly numbers: readonly number[]
  /** From the beginning of the first piece to the end of the last. */
  readonly whole: InstantRange
  /** What comes before and after. */
  readonly rest: readonly InstantRange[]
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Each divides the longer ones. */
const LEVELS = [10 * SECOND_MS]
  .concat(
    [1, 5, 15].map((n) => n * MINUTE_MS),
    [1, 3, 6].map((n) => n * HOUR_MS),
    [1, 7, 28].map((n) => n * DAY_MS),
  )
  .map((lengthMs) => ({ lengthMs, buckets: fixedTimeBuckets(lengthMs) }))
const [FINEST] = LEVELS
/** More than there are levels. */
const LEVEL_ROOM = 16
/** Of fewer long pieces too much would be in short ones; more pieces are more to read. A day has pieces of an hour. */
const LEAST_PIECES = 20
const MOST_PIECES = 450

/**
 * Cuts the range as suits the time that there are messages of, from `stored.fromMs` to `stored.toMs`; `undefined` where
 * that is too short or too long. What has not ended by `nowMs`, and where the newest message is, more are expected: that
 * is left to the rest.
 */
export function cut(range: InstantRange, stored: InstantRange, nowMs: number): Pieces | undefined {
  const spanMs = stored.toMs + 1 - stored.fromMs
  const place = LEVELS.findLastIndex(({ lengthMs }) => spanMs >= LEAST_PIECES * lengthMs)
  const longest = LEVELS[place]
  if (longest === undefined || FINEST === undefined) return undefined
  const firstMs = longest.buckets.startMs(longest.buckets.bucketOf(stored.fromMs))
  const newestMs = FINEST.buckets.startMs(FINEST.buckets.bucketOf(stored.toMs))
  const endMs = Math.min(range.toMs + 1, nowMs, newestMs)
  const numbers = piecesBetween(Math.max(range.fromMs, firstMs), endMs, place)
  const [first, last] = [numbers.at(0), numbers.at(-1)]
  if (first === undefined || last === undefined || numbers.length > MOST_PIECES) return undefined
  const whole = { fromMs: pieceRange(first).fromMs, toMs: pieceRange(last).toMs }
  const before = { fromMs: range.fromMs, toMs: whole.fromMs - 1 }
  const after = { fromMs: whole.toMs + 1, toMs: range.toMs }
  const rest = [before, after].filter((part) => part.fromMs <= part.toMs)
  return { lengthMs: longest.lengthMs, numbers, whole, rest }
}

/** As long ones as fit, up to that level. */
function piecesBetween(fromMs: number, endMs: number, place: number): readonly number[] {
  const level = LEVELS[place]
  if (level === undefined) return []
  const { bucketOf, startMs } = level.buckets
  const first = bucketOf(fromMs - 1) + 1
  const count = bucketOf(endMs) - first
  if (count <= 0) return piecesBetween(fromMs, endMs, place - 1)
  return [
    ...piecesBetween(fromMs, startMs(first), place - 1),
    ...Array.from({ length: Math.min(count, MOST_PIECES) }, (_, at) => numberOf(first + at, place)),
    ...piecesBetween(startMs(first + count), endMs, place - 1),
  ]
}

const numberOf = (bucket: number, place: number): number => bucket * LEVEL_ROOM + place
const placeOf = (piece: number): number => piece % LEVEL_ROOM

export function pieceRange(piece: number): InstantRange {
  const { startMs } = levelAt(placeOf(piece)).buckets
  const bucket = Math.floor(piece / LEVEL_ROOM)
  return { fromMs: startMs(bucket), toMs: startMs(bucket + 1) - 1 }
}

export const pieceLengthMs = (piece: number): number => levelAt(placeOf(piece)).lengthMs

/** The time of pieces, where they follow each other as one range. */
export function rangesOf(pieces: readonly number[]): readonly InstantRange[] {
  const found: { fromMs: number; toMs: number }[] = []
  for (const range of pieces.map(pieceRange).toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = found.at(-1)
    if (last !== undefined && last.toMs + 1 === range.fromMs) last.toMs = range.toMs
    else found.push({ ...range })
  }
  return found
}

export interface PiecesAlike {
  readonly pieces: readonly number[]
  /** SQL: the number of the piece that a message lies in. */
  readonly numberSql: Sql
}

/** Those as long as each other. */
export function alike(pieces: readonly number[]): readonly PiecesAlike[] {
  return [...Map.groupBy(pieces, placeOf)].map(([place, ofLevel]) => ({
    pieces: ofLevel,
    numberSql: sql`${levelAt(place).buckets.numberSql(sql`timestamp`)} * ${LEVEL_ROOM} + ${place}`,
  }))
}

function levelAt(place: number) {
  const level = LEVELS[place]
  if (level === undefined) throw new Error(`there are no pieces of level ${place}`)
  return level
}
