/**
 * A time range split into partitions with fixed boundaries, the same for every range: long ones in the middle, shorter
 * ones towards both ends, and an uncovered remainder at each end. A partition is identified by one number, which encodes
 * its length and its position among partitions of that length.
 */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { InstantRange } from '../../scope/message-scope.ts'
import { fixedTimeBuckets } from '../time-buckets.ts'

export interface Partitioning {
  /** Length of the longest partitions. */
  readonly longestMs: number
  /** Consecutive, without gaps. */
  readonly partitions: readonly number[]
  /** Range from the start of the first partition to the end of the last. */
  readonly covered: InstantRange
  /** The remainders before and after. */
  readonly uncovered: readonly InstantRange[]
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Each length divides all longer ones. */
const LEVELS = [10 * SECOND_MS]
  .concat(
    [1, 5, 15].map((n) => n * MINUTE_MS),
    [1, 3, 6].map((n) => n * HOUR_MS),
    [1, 7, 28].map((n) => n * DAY_MS),
  )
  .map((lengthMs) => ({ lengthMs, buckets: fixedTimeBuckets(lengthMs) }))
const [FINEST] = LEVELS
/** Factor of the bucket in a partition's number; greater than the number of levels. */
const LEVEL_FACTOR = 16
/** With fewer long partitions too much time is in short ones; more partitions cost more to read. A day is split by hour. */
const MIN_PARTITIONS = 20
const MAX_PARTITIONS = 450

/**
 * Partitions the range at a length that suits `stored`, the time from the first to the last stored message. Returns
 * `undefined` if that time is too short or too long. Time that has not ended by `nowMs`, and the finest partition of the
 * newest message, still receive messages and stay uncovered.
 */
export function partitionRange(range: InstantRange, stored: InstantRange, nowMs: number): Partitioning | undefined {
  const spanMs = stored.toMs + 1 - stored.fromMs
  const level = LEVELS.findLastIndex(({ lengthMs }) => spanMs >= MIN_PARTITIONS * lengthMs)
  const longest = LEVELS[level]
  if (longest === undefined || FINEST === undefined) return undefined
  const firstMs = longest.buckets.startMs(longest.buckets.bucketOf(stored.fromMs))
  const newestMs = FINEST.buckets.startMs(FINEST.buckets.bucketOf(stored.toMs))
  const endMs = Math.min(range.toMs + 1, nowMs, newestMs)
  const partitions = partitionsBetween(Math.max(range.fromMs, firstMs), endMs, level)
  const [first, last] = [partitions.at(0), partitions.at(-1)]
  if (first === undefined || last === undefined || partitions.length > MAX_PARTITIONS) return undefined
  const covered = { fromMs: partitionTime(first).fromMs, toMs: partitionTime(last).toMs }
  const before = { fromMs: range.fromMs, toMs: covered.fromMs - 1 }
  const after = { fromMs: covered.toMs + 1, toMs: range.toMs }
  const uncovered = [before, after].filter((part) => part.fromMs <= part.toMs)
  return { longestMs: longest.lengthMs, partitions, covered, uncovered }
}

/** Uses the longest partitions that fit, up to the given level. */
function partitionsBetween(fromMs: number, endMs: number, atLevel: number): readonly number[] {
  const level = LEVELS[atLevel]
  if (level === undefined) return []
  const { bucketOf, startMs } = level.buckets
  const first = bucketOf(fromMs - 1) + 1
  const count = bucketOf(endMs) - first
  if (count <= 0) return partitionsBetween(fromMs, endMs, atLevel - 1)
  return [
    ...partitionsBetween(fromMs, startMs(first), atLevel - 1),
    ...Array.from({ length: Math.min(count, MAX_PARTITIONS) }, (_, at) => numberOf(first + at, atLevel)),
    ...partitionsBetween(startMs(first + count), endMs, atLevel - 1),
  ]
}

const numberOf = (bucket: number, level: number): number => bucket * LEVEL_FACTOR + level
const levelOf = (partition: number): number => partition % LEVEL_FACTOR

export function partitionTime(partition: number): InstantRange {
  const { startMs } = getLevel(levelOf(partition)).buckets
  const bucket = Math.floor(partition / LEVEL_FACTOR)
  return { fromMs: startMs(bucket), toMs: startMs(bucket + 1) - 1 }
}

export const partitionLengthMs = (partition: number): number => getLevel(levelOf(partition)).lengthMs

/** The time of the partitions; adjacent ones are joined into one range. */
export function rangesOf(partitions: readonly number[]): readonly InstantRange[] {
  const found: { fromMs: number; toMs: number }[] = []
  for (const range of partitions.map(partitionTime).toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = found.at(-1)
    if (last !== undefined && last.toMs + 1 === range.fromMs) last.toMs = range.toMs
    else found.push({ ...range })
  }
  return found
}

export interface PartitionsOfLevel {
  readonly partitions: readonly number[]
  /** SQL of the number of a message's partition. */
  readonly numberSql: Sql
}

export function groupByLevel(partitions: readonly number[]): readonly PartitionsOfLevel[] {
  return [...Map.groupBy(partitions, levelOf)].map(([level, ofLevel]) => ({
    partitions: ofLevel,
    numberSql: sql`${getLevel(level).buckets.numberSql(sql`timestamp`)} * ${LEVEL_FACTOR} + ${level}`,
  }))
}

function getLevel(at: number) {
  const level = LEVELS[at]
  if (level === undefined) throw new Error(`partitions have no level ${at}`)
  return level
}
