/** Calendar dates: `2021-06-09`, `6/9/2021`, `9-Jun-2021`, `june 9th 2021`. */
import { type KeywordScanner, words } from './keyword-scanner.ts'
import { readMonth, readWeekday } from './keyword-words.ts'
import { daysInMonth, startOfDate } from './utc-calendar.ts'

export interface CalendarDate {
  readonly dayMs: number
  /** Set if the month was named: then a number alone may follow as another day of it. */
  readonly month?: { readonly year: number; readonly month: number }
}

const YEAR_FIRST = /[\s,]*(?<year>\d{4})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?![\d/-])/uy
const MONTH_FIRST = /[\s,]*(?<month>\d{1,2})\/(?<day>\d{1,2})(\/(?<year>\d{4}|\d{2}))?(?![\d/-])/uy
const DAY_OF_MONTH = words('(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?')
const BEFORE_MONTH = /(\s+of\s+|\s*-\s*|\s+)/uy
const YEAR = words('(?:- ?)?(?<year>\\d{4})')

export function readCalendarDate(scanner: KeywordScanner, thisYear: number): CalendarDate | undefined {
  return scanner.attempt(() => {
    // A weekday before a date is ignored.
    scanner.attempt(() => readWeekday(scanner))
    return readNumbers(scanner, thisYear) ?? readMonthFirst(scanner, thisYear) ?? readDayFirst(scanner, thisYear)
  })
}

function readNumbers(scanner: KeywordScanner, thisYear: number): CalendarDate | undefined {
  const parts = (scanner.accept(YEAR_FIRST) ?? scanner.accept(MONTH_FIRST))?.groups
  if (parts === undefined) return undefined
  const year = parts['year'] ?? String(thisYear)
  const dayMs = dayOf(
    year.length === 2 ? 2000 + Number(year) : Number(year),
    Number(parts['month']) - 1,
    Number(parts['day']),
  )
  return dayMs === undefined ? undefined : { dayMs }
}

/** `june 9th 2021`, or `june 2021` for its first day. */
function readMonthFirst(scanner: KeywordScanner, thisYear: number): CalendarDate | undefined {
  return scanner.attempt(() => {
    const month = readMonth(scanner)
    if (month === undefined) return undefined
    const yearAlone = readYear(scanner)
    if (yearAlone !== undefined) return named(yearAlone, month, 1)
    scanner.accept(BEFORE_MONTH)
    return readDayOf(scanner, { year: thisYear, month })
  })
}

function readDayFirst(scanner: KeywordScanner, thisYear: number): CalendarDate | undefined {
  return scanner.attempt(() => {
    const day = scanner.accept(DAY_OF_MONTH)?.groups?.['day']
    if (day === undefined || scanner.accept(BEFORE_MONTH) === undefined) return undefined
    const month = readMonth(scanner)
    return month === undefined ? undefined : named(readYear(scanner) ?? thisYear, month, Number(day))
  })
}

/** A day of a month that was named before, as in `june 1 to 5`. */
export function readDayOf(
  scanner: KeywordScanner,
  { year, month }: { readonly year: number; readonly month: number },
): CalendarDate | undefined {
  return scanner.attempt(() => {
    const day = scanner.accept(DAY_OF_MONTH)?.groups?.['day']
    if (day === undefined || scanner.accept(CLOCK_FOLLOWS) !== undefined) return undefined
    return named(readYear(scanner) ?? year, month, Number(day))
  })
}

const CLOCK_FOLLOWS = /:\d| ?[ap]\.?m\b/uy

function readYear(scanner: KeywordScanner): number | undefined {
  const year = scanner.accept(YEAR)?.groups?.['year']
  return year === undefined ? undefined : Number(year)
}

function named(year: number, month: number, day: number): CalendarDate | undefined {
  const dayMs = dayOf(year, month, day)
  return dayMs === undefined ? undefined : { dayMs, month: { year, month } }
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const isDay = month >= 0 && month <= 11 && day >= 1 && day <= daysInMonth(year, month)
  return isDay ? startOfDate(year, month, day) : undefined
}
