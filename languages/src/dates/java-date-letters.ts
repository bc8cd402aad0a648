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
import { type LetterContext, type LetterToken, within } from './letter-context.ts'

interface Numeric {
  readonly part: DatePart
  readonly min: number
  readonly max: number
  /** Letters at most. With one letter the number has any length, otherwise as many digits as letters. */
  readonly letters: number
  readonly toPart?: (number: number) => number
}

const DAY_MS = 86_400_000
const NS_PER_MS = 1e6

const NUMBERS: Readonly<Record<string, Numeric>> = {
  D: { part: 'dayOfYear', min: 1, max: 366, letters: 3 },
  M: { part: 'month', min: 1, max: 12, letters: 2 },
  L: { part: 'month', min: 1, max: 12, letters: 2 },
  d: { part: 'day', min: 1, max: 31, letters: 2 },
  w: { part: 'week', min: 1, max: 53, letters: 2 },
  e: { part: 'weekday', min: 1, max: 7, letters: 2 },
  c: { part: 'weekday', min: 1, max: 7, letters: 1 },
  K: { part: 'halfHour', min: 0, max: 11, letters: 2 },
  h: { part: 'halfHour', min: 1, max: 12, letters: 2, toPart: (hour) => hour % 12 },
  H: { part: 'hour', min: 0, max: 23, letters: 2 },
  k: { part: 'hour', min: 1, max: 24, letters: 2, toPart: (hour) => hour % 24 },
  m: { part: 'minute', min: 0, max: 59, letters: 2 },
  s: { part: 'second', min: 0, max: 59, letters: 2 },
  A: { part: 'milliOfDay', min: 0, max: DAY_MS - 1, letters: 9 },
  n: { part: 'milli', min: 0, max: 1000 * NS_PER_MS - 1, letters: 9, toPart: (ns) => Math.floor(ns / NS_PER_MS) },
  N: {
    part: 'milliOfDay',
    min: 0,
    max: DAY_MS * NS_PER_MS - 1,
    letters: 15,
    toPart: (ns) => Math.floor(ns / NS_PER_MS),
  },
}
const MAX_DIGITS = 15

const YEARS: Readonly<Record<string, DatePart>> = { u: 'year', y: 'year', Y: 'weekYear' }
const YEAR_DIGITS = 9
const yearInRange = within(-271_820, 275_759)

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
  if (number !== undefined) return count > number.letters ? undefined : numericElement(number, count, context)
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

function numericElement({ part, min, max, toPart }: Numeric, count: number, { reserved }: LetterContext): DateElement {
  const inRange = within(min, max)
  return numberElement(part, {
    minDigits: count,
    maxDigits: count === 1 ? MAX_DIGITS : count,
    reserved: count === 1 ? reserved : 0,
    isSigned: false,
    toPart: toPart === undefined ? inRange : (number) => toPart(inRange(number)),
  })
}

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
  return number !== undefined && count > 1 && count <= number.letters ? count : 0
}
