/** The letters that stand for numbers with the same meaning in Joda-Time and in Java's `DateTimeFormatter`. */
import { type DateElement, type NumberRules, numberElement } from './date-elements.ts'
import type { DatePart } from './date-reading.ts'

export interface NumberLetter {
  readonly part: DatePart
  readonly min: number
  readonly max: number
  /** Digits at most in Joda-Time. In Java letters at most, which are as many digits if there are several. */
  readonly longest: number
  readonly toPart?: (number: number) => number
}

export const COMMON_NUMBERS: Readonly<Record<string, NumberLetter>> = {
  D: { part: 'dayOfYear', min: 1, max: 366, longest: 3 },
  M: { part: 'month', min: 1, max: 12, longest: 2 },
  d: { part: 'day', min: 1, max: 31, longest: 2 },
  w: { part: 'week', min: 1, max: 53, longest: 2 },
  K: { part: 'halfHour', min: 0, max: 11, longest: 2 },
  h: { part: 'halfHour', min: 1, max: 12, longest: 2, toPart: (hour) => hour % 12 },
  H: { part: 'hour', min: 0, max: 23, longest: 2 },
  k: { part: 'hour', min: 1, max: 24, longest: 2, toPart: (hour) => hour % 24 },
  m: { part: 'minute', min: 0, max: 59, longest: 2 },
  s: { part: 'second', min: 0, max: 59, longest: 2 },
}

/** NaN if the number is not in the range. */
const within =
  (min: number, max: number) =>
  (number: number): number =>
    number >= min && number <= max ? number : Number.NaN

/** The range of years that Joda-Time accepts is larger, but dates are not. */
export const yearInRange = within(-271_820, 275_759)

export function rangedNumber(
  { part, min, max, toPart }: NumberLetter,
  digits: Pick<NumberRules, 'minDigits' | 'maxDigits' | 'reserved'>,
): DateElement {
  const inRange = within(min, max)
  const inPart = toPart === undefined ? inRange : (number: number) => toPart(inRange(number))
  return numberElement(part, { ...digits, isSigned: false, toPart: inPart })
}
