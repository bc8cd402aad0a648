/** Readers of one part of a date pattern. Each moves behind what it reads, or returns false. */
import type { NameTable } from './date-names.ts'
import type { DatePart, DateReading, LocalZone } from './date-reading.ts'

export type DateElement = (reading: DateReading) => boolean

export interface NumberRules {
  readonly minDigits: number
  readonly maxDigits: number
  /** Digits that the directly following parts need. */
  readonly reserved: number
  readonly isSigned: boolean
  /** The stored number; NaN if it is out of range. */
  readonly toPart: (number: number, digits: number) => number
}

const ZERO = 0x30
const digitAt = (text: string, at: number): number => text.charCodeAt(at) - ZERO
const isDigitAt = (text: string, at: number): boolean => {
  const digit = digitAt(text, at)
  return digit >= 0 && digit <= 9
}

export function numberElement(part: DatePart, rules: NumberRules): DateElement {
  const { minDigits, maxDigits, reserved, isSigned, toPart } = rules
  return (reading) => {
    const { text } = reading
    const sign = isSigned ? text[reading.at] : undefined
    const start = sign === '-' || sign === '+' ? reading.at + 1 : reading.at
    let available = 0
    while (available < maxDigits + reserved && isDigitAt(text, start + available)) available += 1
    const digits = Math.min(maxDigits, available - reserved)
    if (digits < minDigits) return false
    let number = 0
    for (let at = start; at < start + digits; at += 1) number = number * 10 + digitAt(text, at)
    const value = toPart(sign === '-' ? -number : number, digits)
    if (Number.isNaN(value)) return false
    reading[part] = value
    reading.at = start + digits
    return true
  }
}

/** A fraction of a second. */
export function fractionElement(minDigits: number, maxDigits: number): DateElement {
  return (reading) => {
    let ms = 0
    let weight = 100
    let digits = 0
    for (; digits < maxDigits && isDigitAt(reading.text, reading.at + digits); digits += 1) {
      ms += weight * digitAt(reading.text, reading.at + digits)
      weight /= 10
    }
    if (digits < minDigits) return false
    reading.milli = Math.floor(ms + 1e-6)
    reading.at += digits
    return true
  }
}

/** The longest name at the position, in any case. */
export function nameElement(part: DatePart, { values, longest }: NameTable): DateElement {
  const accepts = (reading: DateReading, length: number): boolean => {
    const value = values.get(reading.text.slice(reading.at, reading.at + length).toLowerCase())
    if (value === undefined) return false
    reading[part] = value
    reading.at += length
    return true
  }
  return (reading) => {
    const letters = countLetters(reading.text, reading.at, longest)
    if (letters > 0 && accepts(reading, letters)) return true
    for (let length = Math.min(longest, reading.text.length - reading.at); length > 0; length -= 1) {
      if (accepts(reading, length)) return true
    }
    return false
  }
}

/** At most `limit` letters from a position on; every character beyond ASCII counts as one. */
function countLetters(text: string, start: number, limit: number): number {
  let count = 0
  while (count < limit && isLetter(text.charCodeAt(start + count))) count += 1
  return count
}

const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code >= 0x80

export function literalElement(literal: string, ignoresCase: boolean): DateElement {
  if (!ignoresCase) {
    return (reading) => {
      if (!reading.text.startsWith(literal, reading.at)) return false
      reading.at += literal.length
      return true
    }
  }
  const lower = literal.toLowerCase()
  return (reading) => {
    if (!reading.text.startsWith(literal, reading.at)) {
      if (reading.text.slice(reading.at, reading.at + literal.length).toLowerCase() !== lower) return false
    }
    reading.at += literal.length
    return true
  }
}

/** Reads all elements or none. */
export function optionalElement(elements: readonly DateElement[]): DateElement {
  return (reading) => {
    const before = { ...reading }
    if (!elements.every((element) => element(reading))) Object.assign(reading, before)
    return true
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_OFFSET_MS = 18 * HOUR_MS

/** `Z`, `+02`, `+0200`, `+02:00`, with or without seconds. */
export const offsetElement: DateElement = (reading) => {
  const { text } = reading
  const mark = text[reading.at]
  if (mark === 'Z' || mark === 'z') {
    reading.offsetMs = 0
    reading.at += 1
    return true
  }
  if (mark !== '+' && mark !== '-') return false
  let at = reading.at + 1
  const digits = isDigitAt(text, at + 1) ? 2 : 1
  if (!isDigitAt(text, at)) return false
  let ms = (digits === 2 ? twoDigits(text, at) : digitAt(text, at)) * HOUR_MS
  at += digits
  for (const unitMs of [MINUTE_MS, 1000]) {
    const start = text[at] === ':' ? at + 1 : at
    const value = twoDigits(text, start)
    if (!(value < 60)) break
    ms += value * unitMs
    at = start + 2
  }
  if (ms > MAX_OFFSET_MS) return false
  reading.offsetMs = mark === '-' ? -ms : ms
  reading.at = at
  return true
}

/** NaN if there are fewer. */
const twoDigits = (text: string, at: number): number =>
  isDigitAt(text, at) && isDigitAt(text, at + 1) ? digitAt(text, at) * 10 + digitAt(text, at + 1) : Number.NaN

const ZONE_NAME = /[A-Za-z][A-Za-z0-9_+\-/:]{0,60}/y
const LETTERS = /[A-Za-z]{1,60}/y

/** The name of a zone or its abbreviation, with or without an offset: `Europe/Berlin`, `CET`, `GMT+8`. */
export const zoneElement = (namedZone: (name: string) => LocalZone | undefined): DateElement => {
  return (reading) => {
    for (const pattern of [ZONE_NAME, LETTERS]) {
      pattern.lastIndex = reading.at
      const name = pattern.exec(reading.text)?.[0]
      const zone = name === undefined ? undefined : namedZone(name)
      if (name === undefined || zone === undefined) continue
      reading.zone = zone
      reading.at += name.length
      return true
    }
    return offsetElement(reading)
  }
}

const yearInUtc = (ms: number): number => new Date(ms).getUTCFullYear()

export const fixedZone = (offsetMs: number): LocalZone => ({
  toInstant: (localMs) => localMs - offsetMs,
  yearAt: (instantMs) => yearInUtc(instantMs + offsetMs),
})
