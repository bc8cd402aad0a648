import { findTimeZone, type TimeZone, UTC } from '@logyard/codecs/time-zone'
import { DatePatternError } from '@logyard/languages/dates/date-pattern-tokens'
import { compileDatePattern, type ParseDate } from '@logyard/languages/dates/java-date-pattern'
import { resolveDate } from '@logyard/languages/dates/keyword-range'
import { namedZone } from '@logyard/languages/dates/named-zone'
import type { ConfigReader } from './config-reader.ts'
import type { Converter } from './converter.ts'
import type { ExtractorTools } from './extractor-tools.ts'

/** Reads dates by a pattern of Joda-Time. */
export function compileDateConverter(config: ConfigReader, { now }: ExtractorTools): Converter {
  const pattern = config.text('date_format').trim()
  const locale = config.optionalText('locale', 'en').replaceAll('_', '-')
  const parse = parserOf(pattern, locale, zoneOf(config), now, config)
  const failure = { problem: `The text is not a date of the form ${pattern}` }
  return {
    makes: 'value',
    convert(text) {
      const ms = parse(text)
      return ms === undefined ? failure : new Date(ms)
    },
  }
}

function parserOf(pattern: string, locale: string, zone: TimeZone, now: () => number, config: ConfigReader): ParseDate {
  try {
    return compileDatePattern(pattern, { dialect: 'joda', locale, zone, namedZone, now })
  } catch (error) {
    if (error instanceof DatePatternError) throw config.refuse('date_format', `is invalid: ${error.message}`)
    throw error
  }
}

/** Reads dates in English words. A text without one removes the field. */
export function compileFlexibleDateConverter(config: ConfigReader, { now }: ExtractorTools): Converter {
  const zone = zoneOf(config)
  return {
    makes: 'value',
    convert(text) {
      const ms = resolveDate(text, now(), zone)
      return ms === undefined ? null : new Date(ms)
    },
  }
}

/** UTC if the zone is missing or unknown. */
const zoneOf = (config: ConfigReader): TimeZone => findTimeZone(config.optionalText('time_zone', UTC.id)) ?? UTC
