/** ISO 8601 periods in settings, such as `P1D` and `PT5M`. */
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { parseDuration } from '../../platform/parse-duration.ts'

export type Period = Temporal.Duration

/** Returns undefined if the period is invalid or negative. */
export function parsePeriod(text: string): Period | undefined {
  const period = parseDuration(text)
  return period === undefined || period.sign < 0 ? undefined : period
}

/** The instant that is the period earlier, by the UTC calendar. */
export function before(ms: number, period: Period): number {
  const instant = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
  return unlessThrown(RangeError, () => instant.subtract(period).epochMilliseconds) ?? Number.NEGATIVE_INFINITY
}
