/** The parts of a date as they are read from a text, and the instant that they mean. */
import { startOfDate } from './utc-calendar.ts'

/** Local time in one zone. Instants and local times are in milliseconds; a local time is given as if it were UTC. */
export interface LocalZone {
  toInstant(localMs: number): number
  yearAt(instantMs: number): number
}

export type DatePart =
  | 'era'
  | 'century'
  | 'year'
  | 'weekYear'
  | 'month'
  | 'week'
  | 'dayOfYear'
  | 'day'
  | 'weekday'
  | 'half'
  | 'halfHour'
  | 'hour'
  | 'minute'
  | 'second'
  | 'milli'
  | 'milliOfDay'

/** A part that the text does not have is NaN. Months and weekdays count from 1; `halfHour` is 0 to 11. */
export type DateReading = Record<DatePart, number> & {
  text: string
  at: number
  zone: LocalZone | undefined
  /** Offset of the text from UTC. */
  offsetMs: number
}

export const createReading = (): DateReading => ({
  text: '',
  at: 0,
  zone: undefined,
  offsetMs: Number.NaN,
  era: Number.NaN,
  century: Number.NaN,
  year: Number.NaN,
  weekYear: Number.NaN,
  month: Number.NaN,
  week: Number.NaN,
  dayOfYear: Number.NaN,
  day: Number.NaN,
  weekday: Number.NaN,
  half: Number.NaN,
  halfHour: Number.NaN,
  hour: Number.NaN,
  minute: Number.NaN,
  second: Number.NaN,
  milli: Number.NaN,
  milliOfDay: Number.NaN,
})

/** One object reads many texts. Assigning each part is several times faster than copying an object. */
export function startReading(reading: DateReading, text: string): void {
  reading.text = text
  reading.at = 0
  reading.zone = undefined
  reading.offsetMs = Number.NaN
  reading.era = Number.NaN
  reading.century = Number.NaN
  reading.year = Number.NaN
  reading.weekYear = Number.NaN
  reading.month = Number.NaN
  reading.week = Number.NaN
  reading.dayOfYear = Number.NaN
  reading.day = Number.NaN
  reading.weekday = Number.NaN
  reading.half = Number.NaN
  reading.halfHour = Number.NaN
  reading.hour = Number.NaN
  reading.minute = Number.NaN
  reading.second = Number.NaN
  reading.milli = Number.NaN
  reading.milliOfDay = Number.NaN
}

/** The library whose patterns and rules apply: Joda-Time or `java.time`. */
export type DateDialect = 'joda' | 'java'

export interface DateRules {
  readonly zone: LocalZone
  readonly now?: () => number
  readonly yearByDefault?: number
  readonly dialect: DateDialect
}

const DAY_MS = 86_400_000
const EPOCH_YEAR = 1970
const THURSDAY = 4
const SHORTEST_MONTH = 28

const isSet = (part: number): boolean => !Number.isNaN(part)
const or = (part: number, byDefault: number): number => (isSet(part) ? part : byDefault)

/** Returns undefined if there is no such date. */
export function instantOf(reading: DateReading, rules: DateRules): number | undefined {
  const dayMs = dayOf(reading, rules)
  if (dayMs === undefined) return undefined
  const localMs = dayMs + timeOf(reading)
  const ms = isSet(reading.offsetMs) ? localMs - reading.offsetMs : (reading.zone ?? rules.zone).toInstant(localMs)
  return Number.isFinite(ms) ? ms : undefined
}

function dayOf(reading: DateReading, rules: DateRules): number | undefined {
  const { month, week, dayOfYear, day, weekday, weekYear } = reading
  const hasDay = isSet(month) || isSet(week) || isSet(dayOfYear) || isSet(day) || isSet(weekday)
  if (!hasDay && rules.dialect === 'java') return undefined
  const given = yearOf(reading)
  const year = isSet(given) || isSet(weekYear) ? given : yearWithout(reading, rules, hasDay)
  if (isSet(week) || isSet(weekYear)) return dayOfWeek(or(weekYear, year), or(week, 1), or(weekday, THURSDAY))
  if (!isSet(year)) return undefined
  if (isSet(dayOfYear)) {
    const ms = startOfDate(year, 0, dayOfYear)
    return dayOfYear >= 1 && ms < startOfDate(year + 1, 0, 1) ? ms : undefined
  }
  const ms = monthDay(year, or(month, 1), or(day, 1), rules.dialect)
  if (ms === undefined || !isSet(weekday)) return ms
  const daysOff = weekday - weekdayOf(ms)
  // Joda-Time moves the date within its week; java.time refuses it.
  return daysOff === 0 || rules.dialect === 'joda' ? ms + daysOff * DAY_MS : undefined
}

/** Dates without a year are of this year; times without a date are of no particular day. */
function yearWithout({ offsetMs, zone }: DateReading, rules: DateRules, hasDay: boolean): number {
  if (!hasDay) return EPOCH_YEAR
  if (rules.yearByDefault !== undefined) return rules.yearByDefault
  const nowMs = rules.now?.() ?? Number.NaN
  if (isSet(offsetMs)) return new Date(nowMs + offsetMs).getUTCFullYear()
  return isSet(nowMs) ? (zone ?? rules.zone).yearAt(nowMs) : Number.NaN
}

function yearOf({ year, century, era }: DateReading): number {
  const ofEra = isSet(century) && !isSet(year) ? century * 100 : year
  return era === 0 ? 1 - ofEra : ofEra
}

function monthDay(year: number, month: number, day: number, dialect: DateDialect): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const ms = startOfDate(year, month - 1, day)
  if (day <= SHORTEST_MONTH) return ms
  const nextMonthMs = startOfDate(year, month, 1)
  if (ms < nextMonthMs) return ms
  // java.time takes the last day of the month.
  return dialect === 'java' ? nextMonthMs - DAY_MS : undefined
}

/** Weeks begin on Monday; the first one has the year's first Thursday. */
function dayOfWeek(year: number, week: number, weekday: number): number | undefined {
  if (week < 1 || week > 53 || !isSet(year)) return undefined
  const fourth = startOfDate(year, 0, 4)
  const firstMonday = fourth - (weekdayOf(fourth) - 1) * DAY_MS
  const ms = firstMonday + ((week - 1) * 7 + (weekday - 1)) * DAY_MS
  const thursday = ms + (THURSDAY - weekday) * DAY_MS
  return new Date(thursday).getUTCFullYear() === year ? ms : undefined
}

/** Monday is 1. */
const weekdayOf = (ms: number): number => ((((Math.floor(ms / DAY_MS) + 3) % 7) + 7) % 7) + 1

function timeOf({ half, halfHour, hour, minute, second, milli, milliOfDay }: DateReading): number {
  if (isSet(milliOfDay)) return milliOfDay
  // The half of the day applies only to hours of a half.
  const hours = isSet(halfHour) ? halfHour + 12 * or(half, 0) : or(hour, 12 * or(half, 0))
  return ((hours * 60 + or(minute, 0)) * 60 + or(second, 0)) * 1000 + or(milli, 0)
}
