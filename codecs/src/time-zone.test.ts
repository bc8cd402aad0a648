import { expect, test } from 'vitest'
import { findTimeZone } from './time-zone.ts'

test.each([
  ['Europe/Berlin', '2026-01-15T12:00', '2026-01-15T11:00:00.000Z'],
  ['Europe/Berlin', '2026-07-15T12:00', '2026-07-15T10:00:00.000Z'],
  // Local times skipped in spring count as an hour later.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  // Local times that occur twice in autumn mean the first one.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['asia/kathmandu', '2026-01-15T12:00', '2026-01-15T06:15:00.000Z'],
  ['America/New_York', '2026-07-15T12:00', '2026-07-15T16:00:00.000Z'],
  ['UTC', '2026-07-15T12:00', '2026-07-15T12:00:00.000Z'],
  ['Etc/UTC', '2026-07-15T12:00', '2026-07-15T12:00:00.000Z'],
])('in %s it is %s at %s', (id, local, instant) => {
  const zone = findTimeZone(id)
  expect(zone?.toInstant(Date.parse(`${local}Z`))).toBe(Date.parse(instant))
})

// Intl accepts some of these, but Temporal rejects them.
test.each(['', 'Mars/Olympus', 'NST', 'PST', 'SystemV/EST5', 'Etc/Unknown', '\0'])('"%s" is no zone', (id) => {
  expect(findTimeZone(id)).toBeUndefined()
})

test('the year of a zone changes at its own midnight', () => {
  const kiritimati = findTimeZone('Pacific/Kiritimati')
  const years = ['2025-12-31T09:59:59.999Z', '2025-12-31T10:00:00.000Z', '2026-12-31T09:59:59Z', '2020-01-01T00:00Z']
  expect(years.map((instant) => kiritimati?.yearAt(Date.parse(instant)))).toEqual([2025, 2026, 2026, 2020])
})
