/** Formats of Joda-Time, compiled to functions that write dates in English. */
import { DatePatternError, type PatternToken, tokensOf } from '../../dates/date-pattern-tokens.ts'
import { type DateFields, fieldsOfDate } from './date-fields.ts'
import type { RuleZone } from './rule-date-time.ts'
import { zoneName } from './zone-name.ts'

export type FormatDate = (instantMs: number, zone: RuleZone) => string

interface Moment {
  readonly instantMs: number
  readonly zone: RuleZone
  readonly offsetMs: number
  readonly fields: DateFields
}

type Writer = (moment: Moment) => string

/** A longer format writes more than anyone can use. */
const MAX_COUNT = 100

/** Throws `DatePatternError`. */
export function compileDateFormat(format: string): FormatDate {
  const writers = tokensOf(format, false).map(writerOf)
  return (instantMs, zone) => {
    const offsetMs = zone.offsetAt(instantMs)
    const moment = { instantMs, zone, offsetMs, fields: fieldsOfDate(instantMs + offsetMs) }
    let text = ''
    for (const write of writers) text += write(moment)
    return text
  }
}

function writerOf(token: PatternToken): Writer {
  if (token.kind === 'literal') return () => token.text
  const written =
    token.kind === 'letters' && token.count <= MAX_COUNT ? letterWriter(token.letter, token.count) : undefined
  if (written !== undefined) return written
  const letters = token.kind === 'letters' ? token.letter.repeat(Math.min(token.count, MAX_COUNT)) : ''
  throw new DatePatternError(`The date format has the letters ${letters}, which have no meaning`)
}

type NumberField = (fields: DateFields) => number

const NUMBERS: Readonly<Record<string, NumberField>> = {
  C: (fields) => fields.centuryOfEra(),
  w: (fields) => fields.weekOfWeekyear(),
  e: (fields) => fields.dayOfWeek(),
  D: (fields) => fields.dayOfYear(),
  M: (fields) => fields.monthOfYear(),
  d: (fields) => fields.dayOfMonth(),
  K: (fields) => fields.hourOfDay() % 12,
  h: (fields) => fields.hourOfDay() % 12 || 12,
  H: (fields) => fields.hourOfDay(),
  k: (fields) => fields.hourOfDay() || 24,
  m: (fields) => fields.minuteOfHour(),
  s: (fields) => fields.secondOfMinute(),
}

const YEARS: Readonly<Record<string, NumberField>> = {
  y: (fields) => fields.year(),
  Y: (fields) => fields.yearOfEra(),
  x: (fields) => fields.weekyear(),
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** Undefined for letters without a meaning. */
function letterWriter(letter: string, count: number): Writer | undefined {
  if (letter === 'M' && count >= 3) return name(MONTHS, (fields) => fields.monthOfYear(), count)
  const year = YEARS[letter]
  if (year !== undefined) return ({ fields }) => padded(count === 2 ? year(fields) % 100 : year(fields), count)
  const number = NUMBERS[letter]
  if (number !== undefined) return ({ fields }) => padded(number(fields), count)
  switch (letter) {
    case 'E':
      return name(WEEKDAYS, (fields) => fields.dayOfWeek(), count)
    case 'G':
      return ({ fields }) => (fields.era() === 1 ? 'AD' : 'BC')
    case 'a':
      return ({ fields }) => (fields.hourOfDay() < 12 ? 'AM' : 'PM')
    case 'S':
      return ({ fields }) => padded(fields.millisOfSecond(), 3).padEnd(count, '0').slice(0, count)
    case 'z':
      return ({ zone, instantMs }) => zoneName(zone, instantMs, count >= 4 ? 'long' : 'short')
    case 'Z':
      return zoneWriter(count)
    default:
      return undefined
  }
}

const padded = (number: number, digits: number): string =>
  number < 0 ? `-${String(-number).padStart(digits, '0')}` : String(number).padStart(digits, '0')

/** Counted from 1. Three letters write the short name. */
const name =
  (names: readonly string[], field: NumberField, count: number): Writer =>
  ({ fields }) => {
    const whole = names[field(fields) - 1] ?? ''
    return count >= 4 ? whole : whole.slice(0, 3)
  }

function zoneWriter(count: number): Writer {
  if (count >= 3) return ({ zone }) => zone.id
  const separator = count === 2 ? ':' : ''
  return ({ offsetMs }) => {
    const minutes = Math.floor(Math.abs(offsetMs) / 60_000)
    return `${offsetMs < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}${separator}${padded(minutes % 60, 2)}`
  }
}
