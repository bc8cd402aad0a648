const QUARTER_MS = 15 * 60 * 1000
const MOST_REMEMBERED = 4096

/** Local time in one IANA zone. Temporal takes microseconds, so offsets are cached per quarter of an hour. */
export interface TimeZone {
  readonly id: string
  /** The instant of a local time, given as if it were UTC. */
  toInstant(localMs: number): number
  yearAt(instantMs: number): number
}

/** Returns undefined for an unknown zone. Asks Temporal, because Intl accepts abbreviations that Temporal rejects. */
export function findTimeZone(id: string): TimeZone | undefined {
  try {
    const known = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(id).timeZoneId
    return isUtc(known) ? UTC : createTimeZone(known)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const isUtc = (id: string): boolean => id === 'UTC' || id === 'Etc/UTC' || id === 'GMT' || id === 'Etc/GMT'

export const UTC: TimeZone = {
  id: 'UTC',
  toInstant: (localMs) => localMs,
  yearAt: (instantMs) => new Date(instantMs).getUTCFullYear(),
}

function createTimeZone(id: string): TimeZone {
  const offsets = new Map<number, number>()
  const year = { number: 0, startMs: 0, endMs: 0 }

  /** Offsets never change within a quarter of an hour. */
  function offsetMs(localMs: number): number {
    const quarter = Math.floor(localMs / QUARTER_MS)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const offset = quarter * QUARTER_MS - instantOf(quarter * QUARTER_MS)
    if (offsets.size >= MOST_REMEMBERED) offsets.clear()
    offsets.set(quarter, offset)
    return offset
  }

  const instantOf = (localMs: number): number =>
    Temporal.Instant.fromEpochMilliseconds(localMs)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
      .toZonedDateTime(id, { disambiguation: 'compatible' }).epochMilliseconds

  return {
    id,
    toInstant: (localMs) => localMs - offsetMs(localMs),
    yearAt(instantMs) {
      if (instantMs >= year.startMs && instantMs < year.endMs) return year.number
      year.number = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(id).year
      year.startMs = instantOf(Date.UTC(year.number, 0))
      year.endMs = instantOf(Date.UTC(year.number + 1, 0))
      return year.number
    },
  }
}
