/** The letters of Joda-Time's `DateTimeFormat`. */
import {
  type DateElement,
  fractionElement,
  nameElement,
  numberElement,
  offsetElement,
  zoneElement,
} from './date-elements.ts'
import type { PatternToken } from './date-pattern-tokens.ts'
import type { DatePart } from './date-reading.ts'
import { type LetterContext, type LetterToken, within } from './letter-context.ts'

interface Numeric {
  readonly part: DatePart
  readonly min: number
  readonly max: number
  readonly digits: number
  readonly toPart?: (number: number) => number
}

const NUMBERS: Readonly<Record<string, Numeric>> = {
  C: { part: 'century', min: 0, max: 99_999, digits: 9 },
  w: { part: 'week', min: 1, max: 53, digits: 2 },
  e: { part: 'weekday', min: 1, max: 7, digits: 1 },
  D: { part: 'dayOfYear', min: 1, max: 366, digits: 3 },
  M: { part: 'month', min: 1, max: 12, digits: 2 },
  d: { part: 'day', min: 1, max: 31, digits: 2 },
  K: { part: 'halfHour', min: 0, max: 11, digits: 2 },
  h: { part: 'halfHour', min: 1, max: 12, digits: 2, toPart: (hour) => hour % 12 },
  H: { part: 'hour', min: 0, max: 23, digits: 2 },
  k: { part: 'hour', min: 1, max: 24, digits: 2, toPart: (hour) => hour % 24 },
  m: { part: 'minute', min: 0, max: 59, digits: 2 },
  s: { part: 'second', min: 0, max: 59, digits: 2 },
}

const YEARS: Readonly<Record<string, DatePart>> = { y: 'year', Y: 'year', x: 'weekYear' }

/** Undefined for letters without a meaning. */
export function jodaElement(token: LetterToken, context: LetterContext): DateElement | undefined {
  const { letter, count } = token
  const { names, namedZone } = context
  if (letter === 'M' && count >= 3) return nameElement('month', names.months)
  const year = YEARS[letter]
  if (year !== undefined) return yearElement(year, count, context)
  const number = NUMBERS[letter]
  if (number !== undefined) return numericElement(number)
  switch (letter) {
    case 'G':
      return nameElement('era', names.eras)
    case 'E':
      return nameElement('weekday', names.weekdays)
    case 'a':
      return nameElement('half', names.halves)
    case 'S':
      return fractionElement(1, count)
    case 'Z':
      return count >= 3 ? zoneElement(namedZone) : offsetElement
    case 'z':
      return zoneElement(namedZone)
    default:
      return undefined
  }
}

function numericElement({ part, min, max, digits, toPart }: Numeric): DateElement {
  const inRange = within(min, max)
  return numberElement(part, {
    minDigits: 1,
    maxDigits: digits,
    reserved: 0,
    isSigned: false,
    toPart: toPart === undefined ? inRange : (number) => toPart(inRange(number)),
  })
}

const MAX_YEAR_DIGITS = 9
/** The range of years that Joda-Time accepts is larger, but dates are not. */
const yearInRange = within(-271_820, 275_759)

function yearElement(part: DatePart, count: number, { now, next }: LetterContext): DateElement {
  const isFixed = isNumeric(next)
  const isShort = count === 2
  return numberElement(part, {
    minDigits: isShort && isFixed ? 2 : 1,
    maxDigits: isFixed ? count : MAX_YEAR_DIGITS,
    reserved: 0,
    isSigned: !(isShort && isFixed),
    toPart: (year, digits) => (isShort && digits === 2 && year >= 0 ? nearPivot(year, now?.()) : yearInRange(year)),
  })
}

/** A year of two digits is between 80 years ago and 19 years from now. */
function nearPivot(year: number, nowMs: number | undefined): number {
  if (nowMs === undefined) return 2000 + year
  const first = new Date(nowMs).getUTCFullYear() - 80
  return first + ((((year - first) % 100) + 100) % 100)
}

const isNumeric = (token: PatternToken | undefined): boolean =>
  token?.kind === 'letters' &&
  (token.letter === 'M' ? token.count < 3 : token.letter === 'S' || token.letter in { ...NUMBERS, ...YEARS })
