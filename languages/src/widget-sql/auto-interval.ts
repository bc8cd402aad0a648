/** The lengths of the time buckets of pivots: an automatic one, which grows with the range, and those of units. */
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The bucket length for ranges up to (and including) a length. */
const STEPS: readonly (readonly [upToMs: number, bucketMs: number])[] = [
  [20, 1],
  [200, 5],
  [500, 10],
  [SECOND_MS, 20],
  [2 * SECOND_MS, 40],
  [10 * SECOND_MS, 200],
  [30 * SECOND_MS, 500],
  [MINUTE_MS, SECOND_MS],
  [2 * MINUTE_MS, 2 * SECOND_MS],
  [4 * MINUTE_MS, 5 * SECOND_MS],
  [7 * MINUTE_MS, 10 * SECOND_MS],
  [10 * MINUTE_MS, 20 * SECOND_MS],
  [30 * MINUTE_MS, 30 * SECOND_MS],
  [HOUR_MS, MINUTE_MS],
  [2 * HOUR_MS, 2 * MINUTE_MS],
  [4 * HOUR_MS, 5 * MINUTE_MS],
  [12 * HOUR_MS, 10 * MINUTE_MS],
  [16 * HOUR_MS, 15 * MINUTE_MS],
  [DAY_MS, 30 * MINUTE_MS],
  [2 * DAY_MS, HOUR_MS],
  [4 * DAY_MS, 2 * HOUR_MS],
  [10 * DAY_MS, 4 * HOUR_MS],
  [12 * DAY_MS, 6 * HOUR_MS],
  [28 * DAY_MS, 12 * HOUR_MS],
  [60 * DAY_MS, DAY_MS],
  [120 * DAY_MS, 2 * DAY_MS],
  [180 * DAY_MS, 3 * DAY_MS],
]
const WEEKS_UP_TO_MS = 365 * DAY_MS
const FORTNIGHTS_BELOW_MS = 730 * DAY_MS

/** A fixed length in milliseconds, or a calendar unit. */
export type BucketLength = number | 'week' | 'month'

export function autoInterval(rangeMs: number): BucketLength {
  const step = STEPS.find(([upToMs]) => rangeMs <= upToMs)
  if (step !== undefined) return step[1]
  if (rangeMs <= WEEKS_UP_TO_MS) return 'week'
  return rangeMs < FORTNIGHTS_BELOW_MS ? 14 * DAY_MS : 'month'
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
  M: 30 * DAY_MS,
}

/** Parses `5m` or `1w`. One week or month is a calendar unit, several are a fixed length. Undefined if invalid. */
export function timeUnitInterval(timeUnit: string): BucketLength | undefined {
  const [, digits = '', unit = ''] = /^(\d+)([smhdwM])$/.exec(timeUnit) ?? []
  const quantity = Number(digits)
  const unitMs = UNIT_MS[unit]
  if (unitMs === undefined || quantity === 0) return undefined
  if (quantity === 1 && unit === 'w') return 'week'
  if (quantity === 1 && unit === 'M') return 'month'
  const lengthMs = quantity * unitMs
  return Number.isSafeInteger(lengthMs) ? lengthMs : undefined
}
