import { expect, test } from 'vitest'
import type { RuleObject, RuleValue } from '../rule-values.ts'
import { RuleDateTime } from './rule-date-time.ts'
import { RuleDuration } from './rule-duration.ts'
import { RuleIp } from './rule-ip.ts'
import { RuleJson } from './rule-json.ts'
import { GrokMatches, RegexMatches } from './rule-matches.ts'
import { RulePeriod } from './rule-period.ts'
import { RuleSyslogPriority } from './rule-syslog-priority.ts'
import { RuleUrl } from './rule-url.ts'
import { findRuleZone } from './rule-zone.ts'

const clock = { nowMs: () => 1_614_834_367_090 }

const dateIn = (iso: string, zone = 'UTC') => new RuleDateTime(Date.parse(iso), findRuleZone(zone))

/** The properties that exist, of the names given. */
const propertiesOf = (value: RuleObject, names: string): readonly (RuleValue | undefined)[] =>
  names.split(' ').map((name) => value.property(name, clock))

test('a date has the calendar fields of its zone', () => {
  const date = dateIn('2021-01-02T23:06:07.089Z', 'europe/berlin')
  expect(date.zone.id).toBe('Europe/Berlin')
  expect(propertiesOf(date, 'year monthOfYear dayOfMonth dayOfWeek dayOfYear')).toEqual([2021n, 1n, 3n, 7n, 3n])
  expect(propertiesOf(date, 'hourOfDay minuteOfHour secondOfMinute millisOfSecond')).toEqual([0n, 6n, 7n, 89n])
  expect(propertiesOf(date, 'minuteOfDay secondOfDay millisOfDay')).toEqual([6n, 367n, 367_089n])
  expect(propertiesOf(date, 'weekOfWeekyear weekyear yearOfCentury yearOfEra centuryOfEra era')).toEqual([
    53n,
    2020n,
    21n,
    2021n,
    20n,
    1n,
  ])
  expect(propertiesOf(date, 'millis zone afterNow beforeNow')).toEqual([
    1_609_628_767_089n,
    'Europe/Berlin',
    false,
    true,
  ])
  expect(propertiesOf(date, 'nope toString constructor')).toEqual([undefined, undefined, undefined])
})

test.each([
  [dateIn('2021-03-04T05:06:07Z'), '2021-03-04T05:06:07.000Z'],
  [dateIn('2021-03-04T04:06:07Z', 'Europe/Berlin'), '2021-03-04T05:06:07.000+01:00'],
  [dateIn('2021-03-04T05:06:07Z', 'America/St_Johns'), '2021-03-04T01:36:07.000-03:30'],
  [dateIn('2021-03-04T05:06:07Z', 'Europe/London'), '2021-03-04T05:06:07.000Z'],
  [dateIn('1880-01-01T00:00:00Z', 'Europe/Moscow'), '1880-01-01T02:30:17.000+02:30:17'],
  [new RuleDuration(86_400_000), 'PT86400S'],
  [new RuleDuration(500), 'PT0.500S'],
  [new RuleDuration(-1500), 'PT-1.500S'],
  [new RulePeriod({ years: 1, minutes: 1 }), 'P1YT1M'],
  [new RulePeriod({ weeks: -1 }), 'P-1W'],
  [new RulePeriod({ millis: 1500 }), 'PT1.500S'],
  [new RulePeriod({}), 'PT0S'],
  [new RulePeriod({ months: 14 }).negated(), 'P-14M'],
  [new RuleIp([1, 2, 3, 4]), '1.2.3.4'],
  [new RuleIp([1, 2, 3, 4]).anonymized, '1.2.3.0'],
  [
    new RuleJson({ a: [1, null, 9_223_372_036_854_775_807n, '"'], b: { c: true } }),
    '{"a":[1,null,9223372036854775807,"\\""],"b":{"c":true}}',
  ],
  [new RuleJson(undefined), ''],
  [new RuleSyslogPriority(5n, 20n), '{level=5, facility=20}'],
])('the text of %o is %s', (value, text) => {
  expect(value.toText()).toBe(text)
})

test.each([
  ['::1', '::1'],
  ['::', '::'],
  ['2001:DB8::0:1', '2001:db8::1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
  ['::ffff:1.2.3.4', '::ffff:102:304'],
  ['1.2.3', undefined],
  ['256.1.1.1', undefined],
])('the address %s is written %s', (text, canonical) => {
  expect(RuleIp.parse(text)?.toText()).toBe(canonical)
})

test.each([
  ['2024-01-31T10:00:00Z', 'UTC', { months: 1 }, 1, '2024-02-29T10:00:00.000Z'],
  ['2024-03-31T10:00:00Z', 'UTC', { months: 1 }, -1, '2024-02-29T10:00:00.000Z'],
  ['2024-03-30T11:00:00Z', 'Europe/Berlin', { days: 1 }, 1, '2024-03-31T12:00:00.000+02:00'],
  ['2024-03-30T11:00:00Z', 'Europe/Berlin', { hours: 24 }, 1, '2024-03-31T13:00:00.000+02:00'],
  ['2024-10-27T01:30:00Z', 'Europe/Berlin', { minutes: 1 }, 1, '2024-10-27T02:31:00.000+01:00'],
  ['1970-01-01T00:00:00Z', 'UTC', { years: 1, weeks: 1, millis: -1 }, 1, '1971-01-07T23:59:59.999Z'],
] as const)('%s in %s moved by %o times %d is %s', (iso, zone, values, sign, text) => {
  expect(dateIn(iso, zone).plus(new RulePeriod(values), sign).toText()).toBe(text)
})

test('a date outside the years 0 to 9999 is refused', () => {
  expect(() => dateIn('2024-01-01T00:00:00Z').plus(new RulePeriod({ years: 2 ** 31 - 1 }), 1)).toThrow(
    'outside the years',
  )
  expect(() => new RuleDateTime(Number.NaN)).toThrow('outside the years')
  expect(() => new RulePeriod({ days: 2 ** 40 })).toThrow('too long')
})

test.each([
  ['P1YT1M', 'P1YT1M'],
  ['p1y2m3w4dt5h6m7.008s', 'P1Y2M3W4DT5H6M7.008S'],
  ['PT-1.5S', 'PT-1.500S'],
  ['PT.5S', 'PT0.500S'],
  ['P', undefined],
  ['PT', undefined],
  ['P1', undefined],
  ['P1YT', undefined],
  ['PTS', undefined],
  ['1Y', undefined],
  ['bad', undefined],
])('the period %s is read as %s', (text, read) => {
  expect(RulePeriod.parse(text)?.toText()).toBe(read)
})

test('dates are equal by their instant, other values by their text and kind', () => {
  expect(dateIn('2021-03-04T05:06:07Z').equals(dateIn('2021-03-04T05:06:07Z', 'Europe/Berlin'))).toBe(true)
  expect(dateIn('2021-03-04T05:06:07Z').equals(dateIn('2021-03-04T05:06:08Z'))).toBe(false)
  expect(new RuleIp([8, 8, 8, 8]).equals(new RuleIp([8, 8, 8, 8]))).toBe(true)
  expect(new RulePeriod({}).equals(new RuleDuration(0))).toBe(false)
})

const URL_NAMES = 'protocol host port defaultPort path file query fragment ref authority userInfo'

test.each([
  [
    'http://user:pw@example.org:8080/p/a/t/h?x=1&y=2&x=3#frag',
    [
      'http',
      'example.org',
      8080n,
      8080n,
      '/p/a/t/h',
      '/p/a/t/h?x=1&y=2&x=3',
      'x=1&y=2&x=3',
      'frag',
      'frag',
      'user:pw@example.org:8080',
      'user:pw',
    ],
    { x: '1,3', y: '2' },
  ],
  [
    'https://example.org',
    ['https', 'example.org', 443n, 443n, '/', '/', null, null, null, 'example.org:443', null],
    {},
  ],
])('the parts of %s', (text, parts, params) => {
  const url = RuleUrl.parse(text)
  if (url === undefined) throw new Error('expected a URL')
  expect(propertiesOf(url, URL_NAMES)).toEqual(parts)
  expect(url.property('queryParams')).toEqual(new Map(Object.entries(params)))
})

test.each(['ftp://x', 'nonsense', 'http://ex ample', ''])('%j is not a URL', (text) => {
  expect(RuleUrl.parse(text)).toBeUndefined()
})

test('JSON has its keys and elements, as plain values where they are plain', () => {
  const json = new RuleJson({ a: [1, { b: 2.5 }], t: 'x', big: 2n ** 62n })
  expect(json.property('t')).toBe('x')
  expect(json.property('toString')).toBeUndefined()
  const list = json.property('a')
  expect(list instanceof RuleJson && [list.element(0), list.element(2), list.element(-1)]).toEqual([
    1n,
    undefined,
    undefined,
  ])
  expect(json.toRuleValue()).toEqual(
    new Map<string, RuleValue>([
      ['a', [1n, new Map([['b', 2.5]])]],
      ['t', 'x'],
      ['big', 2n ** 62n],
    ]),
  )
})

test('matches are Maps with properties', () => {
  const found = new RegexMatches(true, new Map([['0', 'abc']]))
  expect([found.get('0'), found.property('matches'), found.property('groups'), found.property('x')]).toEqual([
    'abc',
    true,
    found,
    undefined,
  ])
  expect([new GrokMatches([['a', 1n]]).property('matches'), new GrokMatches().property('matches')]).toEqual([
    true,
    false,
  ])
})
