import { describe, expect, test } from 'vitest'
import { fixedZone } from './date-elements.ts'
import type { LocalZone } from './date-reading.ts'
import { parseIsoDateTime } from './iso-date-time.ts'
import { compileDatePattern } from './java-date-pattern.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-22T10:36:07.722Z')
const UTC = fixedZone(0)

const berlin: LocalZone = {
  toInstant: (localMs) =>
    new Date(localMs).toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime('Europe/Berlin')
      .epochMilliseconds,
  yearAt: (instantMs) => new Date(instantMs + HOUR_MS).getUTCFullYear(),
}
const ZONES: Readonly<Record<string, LocalZone>> = {
  UTC,
  GMT: UTC,
  EST: fixedZone(-5 * HOUR_MS),
  CET: fixedZone(HOUR_MS),
  'GMT+8': fixedZone(8 * HOUR_MS),
  'Europe/Berlin': berlin,
}
const namedZone = (name: string) => ZONES[name]

function read(dialect: 'joda' | 'java', pattern: string, text: string, zone: LocalZone, locale: string) {
  const ms = compileDatePattern(pattern, { dialect, locale, zone, namedZone, now: () => NOW })(text)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

const joda = (pattern: string, text: string, { zone = UTC, locale = 'en' } = {}) =>
  read('joda', pattern, text, zone, locale)
const java = (pattern: string, text: string, { zone = UTC, locale = 'en' } = {}) =>
  read('java', pattern, text, zone, locale)

describe('Joda-Time', () => {
  test.each([
    ['yyyy-MM-dd HH:mm:ss', '2021-03-04 05:06:07', '2021-03-04T05:06:07.000Z'],
    ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", '2021-03-04T05:06:07.089Z', '2021-03-04T05:06:07.089Z'],
    ["yyyy-MM-dd't'HH:mm", '2021-03-04T05:06', '2021-03-04T05:06:00.000Z'],
    ['dd/MMM/yyyy:HH:mm:ss Z', '04/Mar/2021:05:06:07 +0200', '2021-03-04T03:06:07.000Z'],
    ['yyyy-MM-dd HH:mm:ssZZ', '2021-03-04 05:06:07-05:30', '2021-03-04T10:36:07.000Z'],
    ['yyyy-MM-dd HH:mm:ss z', '2021-03-04 05:06:07 EST', '2021-03-04T10:06:07.000Z'],
    ['yyyy-MM-dd HH:mm:ss ZZZ', '2021-07-04 05:06:07 Europe/Berlin', '2021-07-04T03:06:07.000Z'],
    ['yyyyMMddHHmmss', '20210304050607', '2021-03-04T05:06:07.000Z'],
    ['MMM d HH:mm', 'Mar 4 05:06', '2026-03-04T05:06:00.000Z'],
    ['MMM  d HH:mm:ss', 'OCT  4 05:06:07', '2026-10-04T05:06:07.000Z'],
    ['MMMM d', 'jan 4', '2026-01-04T00:00:00.000Z'],
    ['HH:mm', '05:06', '1970-01-01T05:06:00.000Z'],
    ['hh:mm a', '12:30 PM', '1970-01-01T12:30:00.000Z'],
    ['K:mm a', '0:30 pm', '1970-01-01T12:30:00.000Z'],
    ['k:mm', '24:30', '1970-01-01T00:30:00.000Z'],
    ['yyyy-DDD', '2021-063', '2021-03-04T00:00:00.000Z'],
    ["xxxx-'W'ww-e", '2021-W09-4', '2021-03-04T00:00:00.000Z'],
    ['EEE dd MMM yyyy', 'Thu 04 Mar 2021', '2021-03-04T00:00:00.000Z'],
    ['EEEE, dd MMM yyyy', 'Tuesday, 04 Mar 2021', '2021-03-02T00:00:00.000Z'],
    ['yy', '21', '2021-01-01T00:00:00.000Z'],
    ['yyMMdd', '450101', '2045-01-01T00:00:00.000Z'],
    ['yyMMdd', '460101', '1946-01-01T00:00:00.000Z'],
    ['yyyy G', '44 BC', '-000043-01-01T00:00:00.000Z'],
    ['s.SSSSSS', '7.089123', '1970-01-01T00:00:07.089Z'],
    ['s.SSS', '7.5', '1970-01-01T00:00:07.500Z'],
    ["hh 'o''clock' a", "05 o'clock pm", '1970-01-01T17:00:00.000Z'],
  ])('%s reads %s', (pattern, text, instant) => {
    expect(joda(pattern, text)).toBe(instant)
  })

  test.each([
    ['yyyy', 'bad'],
    ['yyyy', '1614834367'],
    ['yyyy-MM-dd HH:mm:ss', '2021-03-04 05:06:07 nonsense'],
    ['yyyy-MM-dd', '2021-02-30'],
    ['yyyy-MM-dd', '2021-13-01'],
    ['HH:mm', '24:00'],
    ['s', '1614834367'],
    ['yyyy-MM-dd HH:mm:ss z', '2021-03-04 05:06:07 XYZ'],
    ["xxxx-'W'ww-e", '2021-W53-4'],
    ['MMM', ''],
  ])('%s does not read %s', (pattern, text) => {
    expect(joda(pattern, text)).toBeUndefined()
  })

  test('names are those of the locale, on their own or beside a day', () => {
    expect(joda('d MMMM yyyy', '4 März 2021', { locale: 'de' })).toBe('2021-03-04T00:00:00.000Z')
    expect(joda('d MMM yyyy', '4 mars 2021', { locale: 'fr' })).toBe('2021-03-04T00:00:00.000Z')
    expect(joda('d MMM yyyy', '4 janv 2021', { locale: 'fr' })).toBe('2021-01-04T00:00:00.000Z')
    expect(joda('d MMMM yyyy', '4 марта 2021', { locale: 'ru' })).toBe('2021-03-04T00:00:00.000Z')
    expect(joda('d MMM yyyy', '4 Mar 2021', { locale: 'not a locale' })).toBe('2021-03-04T00:00:00.000Z')
  })

  test('a text without a zone is in the given one; a zone in the text decides', () => {
    expect(joda('yyyy-MM-dd HH:mm', '2021-07-04 05:06', { zone: berlin })).toBe('2021-07-04T03:06:00.000Z')
    expect(joda('yyyy-MM-dd HH:mm Z', '2021-07-04 05:06 Z', { zone: berlin })).toBe('2021-07-04T05:06:00.000Z')
    expect(joda('HH:mm', '05:06', { zone: berlin })).toBe('1970-01-01T04:06:00.000Z')
  })
})

describe('java.time', () => {
  test.each([
    ['dd/MMM/yyyy:HH:mm:ss Z', '10/Oct/2000:13:55:36 -0700', '2000-10-10T20:55:36.000Z'],
    ['uuuu-MM-dd', '2021-03-04', '2021-03-04T00:00:00.000Z'],
    ['yyyy-MM-dd[ HH:mm[:ss[.SSS]]][ z]', '2021-03-04 05:06', '2021-03-04T05:06:00.000Z'],
    ['yyyy-MM-dd[ HH:mm[:ss[.SSS]]][ z]', '2021-03-04 05:06:07.089 CET', '2021-03-04T04:06:07.089Z'],
    ['yyyyMMddHHmmssSSS', '20210304050607089', '2021-03-04T05:06:07.089Z'],
    ['uMMdd', '20210304', '2021-03-04T00:00:00.000Z'],
    ['d.M.yy H:m', '4.3.21 5:06', '2021-03-04T05:06:00.000Z'],
    ['yyyy-MM-dd HH:mm:ss.SSSSSSSSS', '2021-03-04 05:06:07.089123456', '2021-03-04T05:06:07.089Z'],
    ["yyyy-MM-dd'T'HH:mm:ssXXX", '2021-03-04T05:06:07+02:00', '2021-03-04T03:06:07.000Z'],
    ["yyyy-MM-dd'T'HH:mm:ssX", '2021-03-04T05:06:07Z', '2021-03-04T05:06:07.000Z'],
    ['yyyy-MM-dd HH:mm VV', '2021-07-04 05:06 Europe/Berlin', '2021-07-04T03:06:00.000Z'],
    ['yyyy-MM-dd HH:mm O', '2021-07-04 05:06 GMT+8', '2021-07-03T21:06:00.000Z'],
    ['EEE MMM dd HH:mm:ss yyyy', 'Thu Mar 04 05:06:07 2021', '2021-03-04T05:06:07.000Z'],
    ['MMM d HH:mm:ss', 'Mar 4 05:06:07', '2026-03-04T05:06:07.000Z'],
    ['yyyy-MM-dd', '2021-02-30', '2021-02-28T00:00:00.000Z'],
  ])('%s reads %s', (pattern, text, instant) => {
    expect(java(pattern, text)).toBe(instant)
  })

  test.each([
    ['HH:mm', '05:06'],
    ['yyyy', '2021'],
    ['MM', '3'],
    ['EEE dd MMM yyyy', 'Tue 04 Mar 2021'],
    ["yyyy-MM-dd'T'HH", '2021-03-04t05'],
    ['yyyy-MM-dd HH:mm:ss.SSS', '2021-03-04 05:06:07.5'],
    ['yyyy-MM-dd HH:mmX', '2021-03-04 05:06+19:00'],
  ])('%s does not read %s', (pattern, text) => {
    expect(java(pattern, text)).toBeUndefined()
  })
})

test.each([
  ['joda', 'yyyy-bb', 'The date pattern has the letters bb, which have no meaning'],
  ['joda', "yyyy 'x", 'The date pattern has a quote that does not end'],
  ['joda', '  ', 'The date pattern is empty'],
  ['java', 'HHH', 'The date pattern has the letters HHH, which have no meaning'],
  ['java', '[yyyy', 'The date pattern has a [ without ]'],
  ['java', 'yyyy]', 'The date pattern has a ] without ['],
  ['java', '{yyyy}', "The character { must be quoted in a date pattern: '{'"],
  ['java', '['.repeat(200), 'The date pattern has more than 10 sections in each other'],
  ['joda', 'y'.repeat(1000), 'The date pattern has more than 500 characters'],
] as const)('%s refuses %s', (dialect, pattern, message) => {
  expect(() => read(dialect, pattern, '', UTC, 'en')).toThrow(message)
})

test.each([
  ['2021-03-04T05:06:07Z', '2021-03-04T05:06:07.000Z'],
  ['2021-03-04T05:06', '2021-03-04T05:06:00.000Z'],
  ['2021-03-04 05:06:07,089123', '2021-03-04T05:06:07.089Z'],
  ['2021-03-04T05:06:07.5+02:00[Europe/Berlin]', '2021-03-04T03:06:07.500Z'],
  ['2021-07-04T05:06:07[Europe/Berlin]', '2021-07-04T03:06:07.000Z'],
  ['2021-02-29T05:06:07Z', undefined],
  ['2021-00-01T05:06:07Z', undefined],
  ['2021-03-04', undefined],
  ['yesterday', undefined],
])('the ISO date-time %s is %s', (text, instant) => {
  const ms = parseIsoDateTime(text, namedZone)
  expect(ms === undefined ? undefined : new Date(ms).toISOString()).toBe(instant)
})

test('a date without a year is in the given one instead of the current one', () => {
  const options = { dialect: 'joda', locale: 'en', zone: UTC, namedZone, now: () => NOW } as const
  const ms = compileDatePattern('d MMM', { ...options, yearByDefault: 2000 })('29 Feb')
  expect(new Date(ms ?? 0).toISOString()).toBe('2000-02-29T00:00:00.000Z')
})
