import { expect, test } from 'vitest'
import { parseWallClock, wallClock } from './zoned-time.ts'

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

test.each([
  { text: '2021-05-01 10:00:00', zone: 'Europe/Berlin', is: '2021-05-01T08:00:00.000Z' },
  { text: '2021-01-01 10:00:00', zone: 'Europe/Berlin', is: '2021-01-01T09:00:00.000Z' },
  { text: '2021-05-01', zone: 'America/New_York', is: '2021-05-01T04:00:00.000Z' },
  { text: ' 2021-05-01T10:00:00.5 ', zone: 'UTC', is: '2021-05-01T10:00:00.500Z' },
  { text: '2021-05-01 10:00:00.123 +02:00', zone: 'Asia/Tokyo', is: '2021-05-01T08:00:00.123Z' },
  { text: '2021-05-01T10:00:00-0330', zone: 'UTC', is: '2021-05-01T13:30:00.000Z' },
  { text: '2021-05-01T08:00:00.000Z', zone: 'Asia/Tokyo', is: '2021-05-01T08:00:00.000Z' },
  { text: '2021-03-28 01:59:59', zone: 'Europe/Berlin', is: '2021-03-28T00:59:59.000Z' },
  { text: '2021-03-28 03:00:00', zone: 'Europe/Berlin', is: '2021-03-28T01:00:00.000Z' },
  { text: '2021-04-31', zone: 'UTC', is: undefined },
  { text: '2021-05-01 25:00:00', zone: 'UTC', is: undefined },
  { text: 'yesterday', zone: 'UTC', is: undefined },
  { text: '1.5.2021', zone: 'UTC', is: undefined },
])('"$text" in $zone is $is', ({ text, zone, is }) => {
  expect(iso(parseWallClock(text, zone))).toBe(is)
})

test.each([
  { at: '2021-05-01T08:00:00.000Z', zone: 'Europe/Berlin', is: '2021-05-01 10:00:00' },
  { at: '2021-05-01T08:00:00.007Z', zone: 'UTC', is: '2021-05-01 08:00:00.007' },
  { at: '1969-12-31T23:59:59.500Z', zone: 'UTC', is: '1969-12-31 23:59:59.500' },
])('$at is shown as $is in $zone', ({ at, zone, is }) => {
  expect(wallClock(Date.parse(at), zone)).toBe(is)
})
