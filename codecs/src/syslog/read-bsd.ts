import { isDigitAt } from '../date-digits.ts'
import { isoInstant } from '../iso-date.ts'
import { ENGLISH_MONTHS, monthDateInstant, readMonthDate } from '../month-date.ts'
import { firstWord, type SyslogContext, type SyslogReading } from './syslog-reading.ts'

/** Shorter lines cannot contain a date and a word. */
const MOST_WITHOUT_DATE = 16

/** RFC 3164, after the priority. The message includes host and tag. Returns undefined if a numeric date is invalid. */
export function readBsd(text: string, start: number, context: SyslogContext): SyslogReading | undefined {
  if (text.length - start <= MOST_WITHOUT_DATE) return undated(text, start, undefined)
  if (isDigitAt(text, start)) {
    const space = text.indexOf(' ', start)
    const end = space < 0 ? text.length : space
    const timestampMs = isoInstant(text, start, end, context.zone)
    return Number.isNaN(timestampMs) ? undefined : undated(text, end + 1, timestampMs)
  }
  const date = readMonthDate(text, start, ENGLISH_MONTHS)
  const timestampMs = date === undefined ? Number.NaN : monthDateInstant(date, context.zone, context.receivedAtMs)
  if (date === undefined || Number.isNaN(timestampMs)) return undated(text, start, context.receivedAtMs)
  return undated(text, behindDate(text, date.end), timestampMs)
}

/** Some Cisco devices end the date with a colon. */
function behindDate(text: string, end: number): number {
  if (text[end] === ' ') return end + 1
  return text[end] === ':' && text[end + 1] === ' ' ? end + 2 : end
}

/** The host follows the date, unless there is a Cisco mnemonic. */
function undated(text: string, start: number, timestampMs: number | undefined): SyslogReading {
  const source = text[start] === '%' ? '' : firstWord(text, start)
  return { timestampMs, source, message: text.slice(start) }
}
