/** Functions that read, convert and write dates. */
import { UTC_ZONE } from '@logyard/languages/dates/intl-zone'
import { compileDatePattern, type ParseDate } from '@logyard/languages/dates/java-date-pattern'
import { resolveDate } from '@logyard/languages/dates/keyword-range'
import { namedZone } from '@logyard/languages/dates/named-zone'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { defineFunction, type RuleRun } from '../evaluation/rule-run.ts'
import { dateDiff } from './date-difference.ts'
import { dateFormat, dateTime, knownZone, type Zone, zone } from './date-params.ts'
import { anything, given, long, optional, text } from './params.ts'
import { createPerToolsCache } from './per-tools-cache.ts'

const now = defineFunction({
  name: 'now',
  description: 'Returns the current time.',
  example: { source: 'now("Europe/Berlin")', result: '2021-03-04T06:06:07.089+01:00' },
  params: [zone],
  returns: 'DateTime',
  call: ([zone], run) => new RuleDateTime(run.nowMs(), zone ?? UTC_ZONE),
})

/** Year of dates whose pattern has none. */
const YEAR_BY_DEFAULT = 2000

interface DateParser {
  readonly parse: ParseDate
  nowMs: number
}

const parsers = createPerToolsCache<DateParser>()

function createParser(pattern: string, locale: string, zone: Zone): DateParser {
  const parser: DateParser = {
    nowMs: 0,
    parse: compileDatePattern(pattern, {
      dialect: 'joda',
      locale: locale.replaceAll('_', '-'),
      zone,
      namedZone,
      now: () => parser.nowMs,
      yearByDefault: YEAR_BY_DEFAULT,
    }),
  }
  return parser
}

function parseText(text: string, pattern: string, locale: string, zone: Zone, run: RuleRun): RuleDateTime {
  const key = `${zone.id}\n${locale}\n${pattern}`
  const parser = parsers(run.tools, key, () => createParser(pattern, locale, zone))
  parser.nowMs = run.nowMs()
  const ms = parser.parse(text)
  if (ms === undefined) throw new Error(`Invalid format: "${text.slice(0, 100)}" does not match ${pattern}`)
  return new RuleDateTime(ms, zone)
}

const parseDate = defineFunction({
  name: 'parse_date',
  description:
    'Reads a date by a pattern. The call fails if the text does not match it. A date without a year is in 2000.',
  example: {
    source: 'parse_date(value: "4 Mar 2021 05:06", pattern: "d MMM yyyy HH:mm", timezone: "Europe/Berlin")',
    result: '2021-03-04T05:06:00.000+01:00',
  },
  params: [
    text('value', 'The text.'),
    text('pattern', 'The pattern in the letters of Joda-Time, such as "yyyy-MM-dd HH:mm:ss".'),
    optional(text('locale', 'The language of names, such as "de-DE". English by default.')),
    zone,
  ],
  returns: 'DateTime',
  call([text, pattern, locale, zone], run) {
    if (text == null) return null
    return parseText(text, given(pattern, 'pattern'), locale ?? 'en', zone ?? UTC_ZONE, run)
  },
})

const flexParseDate = defineFunction({
  name: 'flex_parse_date',
  description: 'Finds the first date in a text in English words.',
  example: {
    source: 'flex_parse_date("backup of 4 March 2021 at 05:06")',
    result: '2021-03-04T05:06:00.000Z',
  },
  params: [
    text('value', 'The text.'),
    optional(dateTime('default', 'The result without a date in the text. Null by default.')),
    zone,
  ],
  returns: 'DateTime',
  call([text, byDefault, zone], run) {
    const inZone = zone ?? UTC_ZONE
    const ms = text == null ? undefined : resolveDate(text, run.nowMs(), inZone)
    return ms === undefined ? (byDefault ?? null) : new RuleDateTime(ms, inZone)
  },
})

const parseUnixMilliseconds = defineFunction({
  name: 'parse_unix_milliseconds',
  description: 'Converts the milliseconds since 1970 to a date.',
  example: { source: 'parse_unix_milliseconds(1614834367089)', result: '2021-03-04T05:06:07.089Z' },
  params: [long('value', 'The milliseconds since 1970-01-01 in UTC.'), zone],
  returns: 'DateTime',
  call: ([ms, zone]) => (ms == null ? null : new RuleDateTime(Number(ms), zone ?? UTC_ZONE)),
})

const toDate = defineFunction({
  name: 'to_date',
  description:
    'Returns a value that is a date, such as that of the field timestamp. Everything else is null: see parse_date for texts.',
  example: { source: 'to_date($message.timestamp)', result: '2021-03-04T05:06:07.089Z' },
  params: [anything('value', 'The value.'), zone],
  returns: 'DateTime',
  call: ([value]) => (value instanceof RuleDateTime ? value : null),
})

const formatDate = defineFunction({
  name: 'format_date',
  description: 'Writes a date as a text.',
  example: {
    source: 'format_date(parse_unix_milliseconds(1614834367089), "d MMMM yyyy, HH:mm")',
    result: '"4 March 2021, 05:06"',
  },
  params: [
    dateTime('value', 'The date.'),
    dateFormat('format', 'The format in the letters of Joda-Time, such as "yyyy-MM-dd HH:mm:ss".'),
    knownZone,
  ],
  returns: 'String',
  call: ([date, format, zone]) => (date == null ? null : given(format, 'format')(date.instantMs, zone ?? UTC_ZONE)),
})

export const dateFunctions = [dateDiff, flexParseDate, formatDate, now, parseDate, parseUnixMilliseconds, toDate]
