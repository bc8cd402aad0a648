import { expect, test } from 'vitest'
import { findIntlZone } from './intl-zone.ts'

const local = (text: string) => Date.parse(`${text}Z`)

test.each([
  ['Europe/Berlin', '2021-01-15T12:00:00', '2021-01-15T11:00:00Z'],
  ['Europe/Berlin', '2021-07-15T12:00:00', '2021-07-15T10:00:00Z'],
  // The clocks go forward: 02:30 does not exist. They go back: 02:30 exists twice, the first one counts.
  ['Europe/Berlin', '2021-03-28T02:30:00', '2021-03-28T01:30:00Z'],
  ['Europe/Berlin', '2021-10-31T02:30:00', '2021-10-31T00:30:00Z'],
  ['America/New_York', '2021-11-07T01:30:00', '2021-11-07T05:30:00Z'],
  ['Asia/Kathmandu', '2021-01-15T12:00:00', '2021-01-15T06:15:00Z'],
  ['Australia/Lord_Howe', '2021-10-03T02:15:00', '2021-10-02T15:45:00Z'],
  ['Etc/UTC', '2021-01-15T12:00:00', '2021-01-15T12:00:00Z'],
])('in %s it is %s at %s', (id, wall, instant) => {
  expect(new Date(findIntlZone(id)?.toInstant(local(wall)) ?? 0)).toEqual(new Date(instant))
})

test('local times agree with Temporal at every hour around the changes of a year', () => {
  for (const id of ['Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland']) {
    const zone = findIntlZone(id)
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const wallMs = Date.UTC(2024, 0) + hour * 3_600_000
      const exact = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO('UTC').toPlainDateTime()
      const instant = exact.toZonedDateTime(id).epochMilliseconds
      if (zone?.toInstant(wallMs) !== instant) expect([id, exact.toString(), zone?.toInstant(wallMs)]).toEqual(instant)
    }
  }
})

test('years begin in the zone, and unknown zones are found out', () => {
  expect(findIntlZone('Pacific/Auckland')?.yearAt(Date.UTC(2020, 11, 31, 12))).toBe(2021)
  expect(findIntlZone('Mars/Olympus')).toBe(undefined)
})
