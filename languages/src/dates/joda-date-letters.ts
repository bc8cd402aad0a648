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
import type { LetterContext, LetterToken } from './letter-context.ts'
import { COMMON_NUMBERS, type NumberLetter, rangedNumber, yearInRange } from './number-letters.ts'

const NUMBERS: Readonly<Record<string, NumberLetter>> = {
  ...COMMON_NUMBERS,
  C: { part: 'century', min: 0, max: 99_999, longest: 9 },
  e: { part: 'weekday', min: 1, max: 7, longest: 1 },
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
  if (number !== undefined) return rangedNumber(number, { minDigits: 1, maxDigits: number.longest, reserved: 0 })
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

const MAX_YEAR_DIGITS = 9

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
