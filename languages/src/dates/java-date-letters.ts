/** The letters of Java's `DateTimeFormatter`. */
import {
  type DateElement,
  fractionElement,
  nameElement,
  numberElement,
  offsetElement,
  zoneElement,
} from './date-elements.ts'
import type { DatePart } from './date-reading.ts'
import type { LetterContext, LetterToken } from './letter-context.ts'
import { COMMON_NUMBERS, type NumberLetter, rangedNumber, yearInRange } from './number-letters.ts'

const DAY_MS = 86_400_000
const NS_PER_MS = 1e6

const NUMBERS: Readonly<Record<string, NumberLetter>> = {
  ...COMMON_NUMBERS,
  L: { part: 'month', min: 1, max: 12, longest: 2 },
  e: { part: 'weekday', min: 1, max: 7, longest: 2 },
  c: { part: 'weekday', min: 1, max: 7, longest: 1 },
  A: { part: 'milliOfDay', min: 0, max: DAY_MS - 1, longest: 9 },
  n: { part: 'milli', min: 0, max: 1000 * NS_PER_MS - 1, longest: 9, toPart: (ns) => Math.floor(ns / NS_PER_MS) },
  N: {
    part: 'milliOfDay',
    min: 0,
    max: DAY_MS * NS_PER_MS - 1,
    longest: 15,
    toPart: (ns) => Math.floor(ns / NS_PER_MS),
  },
}
const MAX_DIGITS = 15

const YEARS: Readonly<Record<string, DatePart>> = { u: 'year', y: 'year', Y: 'weekYear' }
const YEAR_DIGITS = 9

/** How often a letter may stand for a name. */
const isNameCount = (count: number): boolean => count >= 3 && count <= 5

/** Undefined for letters without a meaning. */
export function javaElement(token: LetterToken, context: LetterContext): DateElement | undefined {
  const { letter, count } = token
  const { names, namedZone } = context
  const year = YEARS[letter]
  if (year !== undefined) return yearElement(year, count, context)
  if ((letter === 'M' || letter === 'L') && isNameCount(count)) return nameElement('month', names.months)
  if ((letter === 'e' || letter === 'c') && isNameCount(count)) return nameElement('weekday', names.weekdays)
  const number = NUMBERS[letter]
  if (number !== undefined) return count > number.longest ? undefined : numericElement(number, count, context)
  switch (letter) {
    case 'G':
      return count > 5 ? undefined : nameElement('era', names.eras)
    case 'E':
      return count > 5 ? undefined : nameElement('weekday', names.weekdays)
    case 'a':
      return count > 1 ? undefined : nameElement('half', names.halves)
    case 'S':
      return count > 9 ? undefined : fractionElement(count, count)
    case 'X':
    case 'x':
    case 'Z':
      return count > 5 ? undefined : offsetElement
    case 'O':
      return count === 1 || count === 4 ? zoneElement(namedZone) : undefined
    case 'V':
      return count === 2 ? zoneElement(namedZone) : undefined
    case 'z':
      return count > 4 ? undefined : zoneElement(namedZone)
    default:
      return undefined
  }
}

/** With one letter the number has any length, otherwise as many digits as letters. */
const numericElement = (letter: NumberLetter, count: number, { reserved }: LetterContext): DateElement =>
  count === 1
    ? rangedNumber(letter, { minDigits: 1, maxDigits: MAX_DIGITS, reserved })
    : rangedNumber(letter, { minDigits: count, maxDigits: count, reserved: 0 })

/** Two digits are of the 21st century. Four digits are exactly four. */
function yearElement(part: DatePart, count: number, { reserved }: LetterContext): DateElement {
  const width = yearWidth(count)
  return numberElement(part, {
    minDigits: width === 0 ? count : width,
    maxDigits: width === 0 ? YEAR_DIGITS : width,
    reserved: width === 0 ? reserved : 0,
    isSigned: count !== 2,
    toPart: (year) => (count === 2 ? 2000 + year : yearInRange(year)),
  })
}

const yearWidth = (count: number): number => (count === 2 || count >= 4 ? count : 0)

/** The digits of a number whose length the pattern fixes; 0 for everything else. */
export function javaFixedWidth({ letter, count }: LetterToken): number {
  if (letter === 'S') return count
  if (letter in YEARS) return yearWidth(count)
  const number = NUMBERS[letter]
  return number !== undefined && count > 1 && count <= number.longest ? count : 0
}
