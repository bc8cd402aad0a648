import { expect, test } from 'vitest'
import type { LocalZone } from './date-reading.ts'
import { resolveDate, resolveKeyword } from './keyword-range.ts'

/** A Wednesday. */
const NOW = '2021-06-09T14:30:15.250Z'

const resolve = (text: string, now = NOW) => {
  const range = resolveKeyword(text, Date.parse(now))
  return range === undefined ? undefined : [iso(range.fromMs), iso(range.toMs)]
}
const iso = (ms: number) => new Date(ms).toISOString()
/** `06-08` and `2020-06-08` mean the current time of day; also `06-08 10:00:00.000`, or now itself. */
function instant(text: string): string {
  if (text === 'now') return NOW
  const [date = '', time = '14:30:15.250'] = text.split(' ')
  return `${date.length === 5 ? `2021-${date}` : date}T${time}Z`
}

test.each([
  ['last 5 minutes', '06-09 14:25:15.250', 'now'],
  ['5 minutes ago', '06-09 14:25:15.250', 'now'],
  ['last hour', '06-09 13:30:15.250', 'now'],
  ['last 2 days', '06-07', 'now'],
  ['today', 'now', 'now'],
  ['now', 'now', 'now'],
  ['yesterday', '06-08', 'now'],
  ['midnight', '06-09 00:00:00.000', 'now'],
  ['this morning', '06-09 08:00:00.000', 'now'],
  ['this evening', '06-09 19:00:00.000', 'now'],
  ['yesterday midnight to today midnight', '06-08 00:00:00.000', '06-09 00:00:00.000'],
  ['last week', '06-02', 'now'],
  ['last month', '05-09', 'now'],
  ['last year', '2020-06-09', 'now'],
  ['monday', '06-14', 'now'],
  ['last monday', '05-31', 'now'],
  ['monday to friday', '06-11', '06-14'],
  ['2 weeks ago to now', '05-26', 'now'],
  ['2021-06-01 10:00 to 12:00', '06-01 10:00:00.000', '06-01 12:00:00.000'],
  ['june 1 to 5', '06-01', '06-05'],
  ['last 2 to 4 months', '02-09', '04-09'],
  ['tomorrow', '06-10', 'now'],
])('"%s" is from %s to %s', (text, from, to) => {
  expect(resolve(text)).toEqual([instant(from), instant(to)])
})

test.each([
  ['in 3 days', '06-12'],
  ['3 days ago', '06-06'],
  ['a week ago', '06-02'],
  ['an hour ago', '06-09 13:30:15.250'],
  ['1 year 9 months ago', '2019-09-09'],
  ['1 year and 9 months ago', '2019-09-09'],
  ['1 hour 10 mins ago', '06-09 13:20:15.250'],
  ['twenty five minutes ago', '06-09 14:05:15.250'],
  ['twenty-one days ago', '05-19'],
  ['seventeen seconds ago', '06-09 14:29:58.250'],
  ['2 hours from now', '06-09 16:30:15.250'],
  ['next 2 weeks', '06-23'],
  ['past 10 days', '05-30'],
  ['coming 2 days', '06-11'],
  ['this week', '06-09'],
  ['this month', '06-09'],
  ['this year', '06-09'],
  ['next month', '07-09'],
  ['coming year', '2022-06-09'],
  ['past day', '06-08'],
  ['wednesday', '06-16'],
  ['sunday', '06-13'],
  ['this monday', '06-07'],
  ['next monday', '06-14'],
  ['coming monday', '06-14'],
  ['past wednesday', '06-02'],
  ['last june', '2020-06-01'],
  ['next june', '2022-06-01'],
  ['last may', '05-01'],
  ['next july', '07-01'],
  ['first day of june', '06-01'],
  ['last day of february 2020', '2020-02-29'],
  ['the first day of next month', '07-01'],
  ['last day of last year', '2020-12-31'],
  ['first day of 2020', '2020-01-01'],
  ['the day before yesterday', '06-07'],
  ['day after tomorrow', '06-11'],
  ['2021-06-03', '06-03'],
  ['2021/06/03', '06-03'],
  ['6/3/2021', '06-03'],
  ['6/3', '06-03'],
  ['9-Jun-2020', '2020-06-09'],
  ['june 9th 2020', '2020-06-09'],
  ['June 9, 2020', '2020-06-09'],
  ['the 3rd of june', '06-03'],
  ['friday, june 11 2021', '06-11'],
  ['yesterday 5', '06-08 05:00:00.000'],
  ['yesterday at 5', '06-08 05:00:00.000'],
  ['5pm yesterday', '06-08 17:00:00.000'],
  ['yesterday 5 p.m.', '06-08 17:00:00.000'],
  ['12am', '06-09 00:00:00.000'],
  ['12pm', '06-09 12:00:00.000'],
  ['17:30', '06-09 17:30:00.000'],
  ['10:00 on 2021-06-01', '06-01 10:00:00.000'],
  ['17:30:10 yesterday', '06-08 17:30:10.000'],
  ['2021-06-01T10:00:07.123Z', '06-01 10:00:07.123'],
  ['2021-06-01T10:00:07', '06-01 10:00:07.000'],
  ['noon', '06-09 12:00:00.000'],
  ['yesterday afternoon', '06-08 12:00:00.000'],
  ['monday evening', '06-14 19:00:00.000'],
  ['yesterday night', '06-08 20:00:00.000'],
  ['tonight', '06-09 20:00:00.000'],
  ['17:30 utc', '06-09 17:30:00.000'],
  ['17:30 EST', '06-09 22:30:00.000'],
  ['5pm PST', '06-10 01:00:00.000'],
  ['17:30 HAST', '06-10 03:30:00.000'],
  ['yesterday 00:30 +02:00', '06-07 22:30:00.000'],
  ['2021-06-01 10:00-05:00', '06-01 15:00:00.000'],
  ['LAST   5\tMinutes', '06-09 14:25:15.250'],
  ['show me everything since yesterday, please', '06-08'],
  ['errors of the last 3 days (all)', '06-06'],
])('"%s" is from %s until now', (text, from) => {
  expect(resolve(text)).toEqual([instant(from), NOW])
})

test.each([
  ['between monday and tuesday', '06-14', '06-15'],
  ['2021-06-01 - 2021-06-05', '06-01', '06-05'],
  ['2021-06-01 through 2021-06-05', '06-01', '06-05'],
  ['june 1 - 5', '06-01', '06-05'],
  ['june 1-5', '06-01', '06-05'],
  ['june 1 to july 5', '06-01', '07-05'],
  ['2 or 4 days ago', '06-05', '06-07'],
  ['monday to friday 10:00', '06-11 10:00:00.000', '06-14 10:00:00.000'],
  ['yesterday 10:00 to today', '06-08 10:00:00.000', '06-09 10:00:00.000'],
  ['yesterday 10 to 12', '06-08 10:00:00.000', '06-08 12:00:00.000'],
  ['yesterday 9am to 5pm', '06-08 09:00:00.000', '06-08 17:00:00.000'],
  ['june 1 10:00 to 12', '06-01 10:00:00.000', '06-01 12:00:00.000'],
  ['10:00 to 12:00', '06-09 10:00:00.000', '06-09 12:00:00.000'],
  ['midnight to now', '06-09 00:00:00.000', '06-09 14:30:15.250'],
  ['3 days ago to 1 day ago to now', '06-06', '06-08'],
  ['today to yesterday', '06-08', '06-09'],
])('"%s" is from %s to %s', (text, from, to) => {
  expect(resolve(text)).toEqual([instant(from), instant(to)])
})

test.each([
  ['all of today', '06-09 00:00:00.000', 'now'],
  ['all of yesterday', '06-08 00:00:00.000', '06-08 23:59:59.999'],
  ['All of this week', '06-07 00:00:00.000', 'now'],
  ['all of last week', '05-31 00:00:00.000', '06-06 23:59:59.999'],
  ['all of this month', '06-01 00:00:00.000', 'now'],
  ['the whole of last month', '05-01 00:00:00.000', '05-31 23:59:59.999'],
  ['all of this year', '01-01 00:00:00.000', 'now'],
  ['all of yesterday in Europe/Berlin', '06-07 22:00:00.000', '06-08 21:59:59.999'],
  ['all of today in America/New_York', '06-09 04:00:00.000', 'now'],
  ['all of today in Asia/Tokyo', '06-08 15:00:00.000', 'now'],
  ['all of today in the shop', '06-09 00:00:00.000', 'now'],
  // As in the Graylog 4.0 API.
  ['today in Europe/Berlin', 'now', 'now'],
  ['overall of today', 'now', 'now'],
])('"%s" is from %s to %s, whole', (text, from, to) => {
  expect(resolve(text)).toEqual([instant(from), instant(to)])
})

test('on days on which clocks change, a whole day has 23 or 25 hours', () => {
  const lengthOf = (now: string) => {
    const range = resolveKeyword('all of yesterday in Europe/Berlin', Date.parse(now))
    return range === undefined ? undefined : (range.toMs + 1 - range.fromMs) / 3_600_000
  }
  expect(lengthOf('2021-03-29T10:00:00.000Z')).toBe(23)
  expect(lengthOf('2021-11-01T10:00:00.000Z')).toBe(25)
})

test.each([
  'LOLWUT',
  '',
  '   ',
  'march on',
  'may',
  'second',
  'a',
  'last',
  'in days',
  '42 errors',
  '2021-13-01',
  '6/31/2021',
  '25:00',
  'next foo',
])('"%s" has no date', (text) => {
  expect(resolve(text)).toBeUndefined()
})

test('only the first group of dates is read', () => {
  expect(resolve('yesterday without today')).toEqual([instant('06-08'), NOW])
})

test.each([
  ['2021-03-31T12:00:00.000Z', 'last month', '2021-02-28T12:00:00.000Z'],
  ['2024-02-29T12:00:00.000Z', 'last year', '2023-02-28T12:00:00.000Z'],
  ['2021-01-15T12:00:00.000Z', 'last 2 months', '2020-11-15T12:00:00.000Z'],
  ['2021-03-28T01:30:00.000Z', 'yesterday', '2021-03-27T01:30:00.000Z'],
  ['2021-06-13T12:00:00.000Z', 'last monday', '2021-06-07T12:00:00.000Z'],
])('at %s, "%s" starts at %s', (now, text, from) => {
  expect(resolve(text, now)).toEqual([from, now])
})

test('years with more than four digits are not dates', () => {
  expect(resolve('999999 years ago')).toBeUndefined()
  expect(resolve('in 999999 years')).toBeUndefined()
})

test('a long text is read quickly', () => {
  const cpuBefore = process.threadCpuUsage()
  for (const text of [
    '1 ',
    '1 year ',
    'june 1 to ',
    'last ',
    'twenty ',
    '- ',
    'monday, ',
    'all of ',
    'all of today in a/',
  ])
    resolve(text.repeat(100_000))
  expect(process.threadCpuUsage(cpuBefore).user).toBeLessThan(5_000_000)
})

const berlin: LocalZone = { toInstant: (localMs) => localMs - 2 * 3_600_000, yearAt: () => 2021 }

test.each([
  ['2021-03-04 05:06:07', '2021-03-04T03:06:07.000Z'],
  ['4 March 2021', '2021-03-04T14:30:15.250Z'],
  ['4 March 2021 at 05:06', '2021-03-04T03:06:00.000Z'],
  ['the 4th of March 2021 at 05:06 UTC', '2021-03-04T05:06:00.000Z'],
  ['05:06 EST on 4 March 2021', '2021-03-04T10:06:00.000Z'],
  ['2 hours ago', '2021-06-09T12:30:15.250Z'],
  ['yesterday at noon', '2021-06-08T10:00:00.000Z'],
  ['june 5 to june 1', '2021-06-05T14:30:15.250Z'],
])('"%s" in Berlin is %s', (text, expected) => {
  expect(resolveDate(text, Date.parse('2021-06-09T14:30:15.250Z'), berlin)).toBe(Date.parse(expected))
})

test('a text without a date has no date', () => {
  expect(resolveDate('foo bar', 0, berlin)).toBeUndefined()
})
