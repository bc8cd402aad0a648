/** The English words of keyword ranges and their meanings. */
import { type KeywordScanner, words } from './keyword-scanner.ts'
import type { CalendarUnit } from './utc-calendar.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY = words('sun(day)?|mon(day)?|tue(s(day)?)?|wed(nesday)?|thu(r(s(day)?)?)?|fri(day)?|sat(urday)?')
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = words(
  'jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?',
)

/** Sunday is 0. */
export const readWeekday = (scanner: KeywordScanner): number | undefined => placeIn(WEEKDAYS, scanner.accept(WEEKDAY))
/** January is 0. */
export const readMonth = (scanner: KeywordScanner): number | undefined => placeIn(MONTHS, scanner.accept(MONTH))

function placeIn(names: readonly string[], match: RegExpExecArray | undefined): number | undefined {
  return match === undefined ? undefined : names.indexOf(match[1]?.slice(0, 3) ?? '')
}

const UNITS: readonly (readonly [RegExp, CalendarUnit])[] = [
  [words('seconds?|secs?'), 'second'],
  [words('minutes?|mins?'), 'minute'],
  [words('hours?|hrs?'), 'hour'],
  [words('days?'), 'day'],
  [words('weeks?|wks?'), 'week'],
  [words('months?'), 'month'],
  [words('years?|yrs?'), 'year'],
]

export const readUnit = (scanner: KeywordScanner): CalendarUnit | undefined =>
  UNITS.find(([pattern]) => scanner.accept(pattern) !== undefined)?.[1]

const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const DIGITS = /[\s,]*(\d{1,6})(?!\d)/uy
const ONE = words('an?')
const ONES_WORD = words(ONES.join('|'))
const TENS_WORD = words(`(?<tens>${TENS.join('|')})([- ](?<ones>${ONES.slice(0, 9).join('|')}))?`)

/** Digits, a word up to ninety-nine, or `a` for one. */
export function readNumber(scanner: KeywordScanner): number | undefined {
  const digits = scanner.accept(DIGITS)?.[1]
  if (digits !== undefined) return Number(digits)
  if (scanner.accept(ONE) !== undefined) return 1
  const ones = scanner.accept(ONES_WORD)?.[1]
  if (ones !== undefined) return ONES.indexOf(ones) + 1
  const { tens, ones: rest } = scanner.accept(TENS_WORD)?.groups ?? {}
  if (tens === undefined) return undefined
  return (TENS.indexOf(tens) + 2) * 10 + (rest === undefined ? 0 : ONES.indexOf(rest) + 1)
}

const PAST = words('last|previous')
const ELAPSED = words('past')
const THIS = words('this')
const NEXT = words('next')
const COMING = words('(this )?coming')

/** The direction of a word, and whether it means the nearest day (`past monday`) rather than the day of another week. */
export interface Side {
  readonly step: -1 | 0 | 1
  readonly nearest: boolean
}

export function readSide(scanner: KeywordScanner): Side | undefined {
  if (scanner.accept(PAST) !== undefined) return { step: -1, nearest: false }
  if (scanner.accept(ELAPSED) !== undefined) return { step: -1, nearest: true }
  if (scanner.accept(COMING) !== undefined) return { step: 1, nearest: true }
  if (scanner.accept(THIS) !== undefined) return { step: 0, nearest: false }
  if (scanner.accept(NEXT) !== undefined) return { step: 1, nearest: false }
  return undefined
}

const CONJUNCTION = words('to|through|thru|until|till|and|or')
const DASH = /\s*[-\u2013]\s*/uy
export const readConjunction = (scanner: KeywordScanner): boolean =>
  scanner.accept(CONJUNCTION) !== undefined || scanner.accept(DASH) !== undefined
