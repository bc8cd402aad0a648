/** ISO 8601 periods, `P1D` and `PT5M`, as settings write them. */
export type Period = Temporal.Duration

/** `undefined` for what is none, or goes back in time. */
export function parsePeriod(text: string): Period | undefined {
  try {
    const period = Temporal.Duration.from(text)
    return period.sign < 0 ? undefined : period
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The instant that lies the period before, by the calendar of UTC. */
export function before(ms: number, period: Period): number {
  const instant = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
  try {
    return instant.subtract(period).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return Number.NEGATIVE_INFINITY
    throw error
  }
}
