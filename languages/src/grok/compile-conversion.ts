import { DatePatternError } from '../dates/date-pattern-tokens.ts'
import { findIntlZone } from '../dates/intl-zone.ts'
import { parseIsoDateTime } from '../dates/iso-date-time.ts'
import { compileDatePattern, type ParseDate } from '../dates/java-date-pattern.ts'
import { namedZone } from '../dates/named-zone.ts'
import type { GrokSyntaxError } from './grok-syntax-error.ts'
import { type ConvertCapture, findConversion } from './grok-types.ts'

export interface ConversionContext {
  /** IANA name: of dates that are read by a format and name no zone. */
  readonly zone: string
  /** Clock for dates without a year; without it they stay texts. */
  readonly now?: () => number
  readonly refuse: (reason: string) => GrokSyntaxError
}

export function compileConversion(
  type: string,
  format: string | undefined,
  context: ConversionContext,
): ConvertCapture {
  const name = type.toLowerCase()
  const conversion = name === 'date' || name === 'datetime' ? compileDate(format, context) : findConversion(name)
  if (conversion === undefined) throw context.refuse(`Invalid data type :${type}`)
  return conversion
}

function compileDate(format: string | undefined, context: ConversionContext): ConvertCapture {
  const parse = format === undefined ? parseIso : compileFormat(format, context)
  return (text) => {
    const instantMs = parse(text)
    return instantMs === undefined || Number.isNaN(instantMs) ? failedDate(text) : new Date(instantMs)
  }
}

const parseIso: ParseDate = (text) => parseIsoDateTime(text, namedZone)

function compileFormat(format: string, { zone, now = () => Number.NaN, refuse }: ConversionContext): ParseDate {
  const local = findIntlZone(zone)
  if (local === undefined) throw refuse(`Unknown time zone ${zone}`)
  try {
    return compileDatePattern(format, { dialect: 'java', locale: 'en', zone: local, namedZone, now })
  } catch (error) {
    if (error instanceof DatePatternError) throw refuse(error.message)
    throw error
  }
}

const failedDate = (text: string) => ({
  failure: `java.time.format.DateTimeParseException: Text '${text}' could not be parsed at index 0`,
})
