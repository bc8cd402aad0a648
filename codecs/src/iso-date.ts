import { digitsAt, fractionMs, midnightMs, timeOfDayMs } from './date-digits.ts'
import type { TimeZone } from './time-zone.ts'

/**
 * The instant of an ISO 8601 date-time between two positions: `2016-10-12T14:10:18.5+02:00`, any fraction, `T` or a
 * space, offset with or without colon. Without an offset it is local time in `zone`. Returns NaN for anything else.
 */
export function isoInstant(text: string, start: number, end: number, zone: TimeZone): number {
  const separator = text[start + 10]
  if (text[start + 4] !== '-' || text[start + 7] !== '-') return Number.NaN
  if (separator !== 'T' && separator !== 't' && separator !== ' ') return Number.NaN
  const midnight = midnightMs(digitsAt(text, start, 4), digitsAt(text, start + 5, 2) - 1, digitsAt(text, start + 8, 2))
  const time = timeOfDayMs(text, start + 11)
  if (start + 19 > end) return Number.NaN
  let at = start + 19
  let localMs = midnight + time
  if (at < end && (text[at] === '.' || text[at] === ',')) {
    const fraction = fractionMs(text, at + 1)
    if (fraction.end === at + 1) return Number.NaN
    localMs += fraction.ms
    at = fraction.end
  }
  if (Number.isNaN(localMs)) return Number.NaN
  if (at === end) return zone.toInstant(localMs)
  return localMs - offsetMs(text, at, end)
}

function offsetMs(text: string, at: number, end: number): number {
  const sign = text[at]
  if (sign === 'Z' || sign === 'z') return end === at + 1 ? 0 : Number.NaN
  if (sign !== '+' && sign !== '-') return Number.NaN
  const length = end - at
  const hasColon = text[at + 3] === ':'
  if (length !== 3 && length !== (hasColon ? 6 : 5)) return Number.NaN
  const hours = digitsAt(text, at + 1, 2)
  const minutes = length === 3 ? 0 : digitsAt(text, at + (hasColon ? 4 : 3), 2)
  const ms = hours <= 18 && minutes < 60 ? (hours * 60 + minutes) * 60_000 : Number.NaN
  return sign === '-' ? -ms : ms
}
