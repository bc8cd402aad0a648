/** Time buckets with consecutive numbers. */
import { type Sql, sql } from '@logyard/languages/sql/sql'
import type { BucketLength } from '@logyard/languages/widget-sql/auto-interval'
import { FIRST_MS } from '../../store/engine/minute-counts.ts'

export interface TimeBuckets {
  /** SQL of the bucket number of an instant, given as SQL of a DateTime64(3) in UTC. */
  numberSql(instant: Sql): Sql
  /** The start of the bucket. */
  startMs(bucket: number): number
}

const DAY_MS = 86_400_000
/** Fixed lengths are aligned to the epoch, which was a Thursday; weeks start on Mondays. */
const FIRST_MONDAY_MS = 4 * DAY_MS

export function timeBuckets(length: BucketLength): TimeBuckets {
  if (length === 'month') return MONTHS
  return length === 'week' ? fixedTimeBuckets(7 * DAY_MS, FIRST_MONDAY_MS) : fixedTimeBuckets(length)
}

export interface FixedTimeBuckets extends TimeBuckets {
  bucketOf(ms: number): number
}

/** Counting starts before the store's first timestamp: no number is negative, and integer division rounds down. */
export function fixedTimeBuckets(lengthMs: number, alignedAtMs = 0): FixedTimeBuckets {
  const originMs = alignedAtMs - Math.ceil((alignedAtMs - FIRST_MS) / lengthMs) * lengthMs
  return {
    numberSql: (instant) => sql`intDiv(toUnixTimestamp64Milli(${instant}) - ${originMs}, ${lengthMs})`,
    startMs: (bucket) => originMs + bucket * lengthMs,
    bucketOf: (ms) => Math.floor((ms - originMs) / lengthMs),
  }
}

const MONTHS: TimeBuckets = {
  numberSql: (instant) => sql`toYear(${instant}) * 12 + toMonth(${instant}) - 1`,
  startMs: (bucket) => Date.UTC(Math.floor(bucket / 12), bucket % 12, 1),
}
