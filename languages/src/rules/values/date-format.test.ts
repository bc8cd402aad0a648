import { expect, test } from 'vitest'
import { DatePatternError } from '../../dates/date-pattern-tokens.ts'
import { compileDateFormat } from './date-format.ts'
import { findRuleZone } from './rule-zone.ts'

/** 5 in the morning in UTC, midnight in New York, on a Thursday. */
const MARCH = Date.parse('2021-03-04T05:06:07.089Z')
const JULY = Date.parse('2021-07-04T17:06:07.089Z')

const rows: readonly (readonly [ms: number, zone: string, format: string, text: string])[] = [
  [MARCH, 'UTC', 'yyyy-MM-dd HH:mm:ss.SSS', '2021-03-04 05:06:07.089'],
  [MARCH, 'America/New_York', 'K k h H', '0 24 12 0'],
  [JULY, 'UTC', 'KK kk hh HH a', '05 17 05 17 PM'],
  [MARCH, 'UTC', 'E EEE EEEE e ee', 'Thu Thu Thursday 4 04'],
  [MARCH, 'UTC', 'M MM MMM MMMM', '3 03 Mar March'],
  [MARCH, 'UTC', 'y yy yyyy Y C G', '2021 21 2021 2021 20 AD'],
  [MARCH, 'UTC', "xxxx-'W'ww D DDD", '2021-W09 63 063'],
  [Date.parse('2021-01-01T00:00:00Z'), 'UTC', "xxxx-'W'ww", '2020-W53'],
  [MARCH, 'UTC', 'S SS SSSS', '0 08 0890'],
  [MARCH, 'UTC', 'z zzzz Z ZZ ZZZ', 'UTC Coordinated Universal Time +0000 +00:00 UTC'],
  [MARCH, 'America/New_York', 'z zzzz Z ZZ ZZZ', 'EST Eastern Standard Time -0500 -05:00 America/New_York'],
  [JULY, 'America/New_York', 'z Z', 'EDT -0400'],
  [MARCH, 'Europe/Berlin', 'z', 'CET'],
  [MARCH, 'Asia/Kolkata', 'z ZZ', 'IST +05:30'],
  [MARCH, '+01:00', 'HH ZZ', '06 +01:00'],
  [MARCH, 'UTC', "'literal' '' [x]", "literal ' [2021]"],
]

test.each(rows)('%s in %s as %s is %s', (ms, id, format, text) => {
  const zone = findRuleZone(id)
  expect(zone && compileDateFormat(format)(ms, zone)).toBe(text)
})

test.each(['bad pattern b', 'L', "'open", '', 'y'.repeat(101)])('the format %s is invalid', (format) => {
  expect(() => compileDateFormat(format)).toThrow(DatePatternError)
})
