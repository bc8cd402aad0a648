import { digitsAt, fractionMs, isDigitAt, midnightMs, timeOfDayMs } from './date-digits.ts'
import type { TimeZone } from './time-zone.ts'

/** A date with the name of its month, `Feb  5 17:32:18`, with or without year and fraction. */
export interface MonthDate {
  readonly year: number | undefined
  /** Month, counted from 0. */
  readonly month: number
  readonly day: number
  readonly timeOfDayMs: number
  /** The position behind it. */
  readonly end: number
}

/** Months by their names as written, without a dot. */
export type MonthNames = ReadonlyMap<string, number>

const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const ENGLISH_MONTHS: MonthNames = new Map(
  ENGLISH.flatMap((name, month) => [name, name.toLowerCase(), name.toUpperCase()].map((form) => [form, month])),
)

const LONGEST_NAME = 12
const SPACE = 0x20

/** Reads `[yyyy ]MMM d[d][ yyyy] HH:mm:ss[.fraction]`; the day may be padded with a space or a zero. */
export function readMonthDate(text: string, start: number, months: MonthNames): MonthDate | undefined {
  let at = start
  let year: number | undefined
  if (isDigitAt(text, at)) {
    year = digitsAt(text, at, 4)
    if (Number.isNaN(year) || text[at + 4] !== ' ') return undefined
    at += 5
  }
  const nameEnd = endOfWord(text, at)
  const month = months.get(text.slice(at, text[nameEnd - 1] === '.' ? nameEnd - 1 : nameEnd))
  if (month === undefined) return undefined
  at = nameEnd + 1
  if (text.charCodeAt(at) === SPACE) at++
  const dayDigits = isDigitAt(text, at + 1) ? 2 : 1
  const day = digitsAt(text, at, dayDigits)
  at += dayDigits
  if (text.charCodeAt(at) !== SPACE) return undefined
  at++
  if (year === undefined && text[at + 4] === ' ' && text[at + 2] !== ':') {
    year = digitsAt(text, at, 4)
    at += 5
  }
  const time = timeOfDayMs(text, at)
  if (!(day >= 1 && day <= 31) || Number.isNaN(time) || Number.isNaN(year)) return undefined
  at += 8
  if (text[at] !== '.' || !isDigitAt(text, at + 1)) return { year, month, day, timeOfDayMs: time, end: at }
  const fraction = fractionMs(text, at + 1)
  return { year, month, day, timeOfDayMs: time + fraction.ms, end: fraction.end }
}

const DAY_MS = 86_400_000
const ELEVEN_MONTHS_MS = 335 * DAY_MS

/**
 * The instant of a date; NaN if the day does not exist. A date without a year is in the current year, except around its
 * turn: in January, a date in late December is in the previous year.
 */
export function monthDateInstant(date: MonthDate, zone: TimeZone, receivedAtMs: number): number {
  if (date.year !== undefined) return inYear(date, date.year, zone)
  const year = zone.yearAt(receivedAtMs)
  const instant = inYear(date, year, zone)
  if (instant - receivedAtMs > ELEVEN_MONTHS_MS) return inYear(date, year - 1, zone)
  if (receivedAtMs - instant <= ELEVEN_MONTHS_MS) return instant
  const nextYear = inYear(date, year + 1, zone)
  return nextYear - receivedAtMs <= DAY_MS ? nextYear : instant
}

const inYear = ({ month, day, timeOfDayMs: time }: MonthDate, year: number, zone: TimeZone): number => {
  const midnight = midnightMs(year, month, day)
  return Number.isNaN(midnight) ? midnight : zone.toInstant(midnight + time)
}

function endOfWord(text: string, start: number): number {
  const limit = Math.min(text.length, start + LONGEST_NAME)
  for (let at = start; at < limit; at++) if (text.charCodeAt(at) === SPACE) return at
  return limit
}
