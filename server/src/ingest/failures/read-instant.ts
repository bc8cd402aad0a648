import { LogyardError } from '../../platform/errors.ts'

const dateRefused = (text: string) =>
  new LogyardError('invalid', 'failures-since-refused', `Invalid date parameter provided: [${text}]`)

/** Parses an instant, or a local time in the server's time zone. */
export function readInstant(text: string, timeZone: string): Date {
  const hasZone = /(?:[zZ]|[+-]\d{2}(?::?\d{2})?)(?:\[[^\]]*\])?$/.test(text.replace(/^[^T ]*/, ''))
  try {
    const instant = hasZone
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
    return new Date(instant.epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) throw dateRefused(text)
    throw error
  }
}
