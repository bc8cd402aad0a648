import type { QuietSchedule } from '@logyard/contract/alerts/quiet-times'
import { expect, test } from 'vitest'
import { isQuietAt, nextEndOf, nextStartOf, scheduleProblems } from './quiet-schedule.ts'

const NIGHTS: QuietSchedule = {
  type: 'weekly',
  days: ['friday', 'saturday'],
  from: '22:00',
  to: '06:00',
  timezone: 'Europe/Berlin',
}
const LUNCH: QuietSchedule = {
  type: 'weekly',
  days: ['monday'],
  from: '12:00',
  to: '13:00',
  timezone: 'America/New_York',
}
const ONCE: QuietSchedule = { type: 'once', from: '2026-03-02T10:00:00.000Z', to: '2026-03-02T12:00:00+01:00' }
const at = (instant: string) => new Date(instant)

test.each([
  // In Berlin it is one hour later; March 6th is a Friday.
  [NIGHTS, '2026-03-06T20:59:59.000Z', false],
  [NIGHTS, '2026-03-06T21:00:00.000Z', true],
  [NIGHTS, '2026-03-07T04:59:00.000Z', true],
  [NIGHTS, '2026-03-07T05:00:00.000Z', false],
  [NIGHTS, '2026-03-08T04:59:00.000Z', true],
  [NIGHTS, '2026-03-08T22:00:00.000Z', false],
  // Two hours later in summer.
  [NIGHTS, '2026-07-03T20:00:00.000Z', true],
  [NIGHTS, '2026-07-04T04:00:00.000Z', false],
  // New York changed its clocks on March 8th.
  [LUNCH, '2026-03-02T17:30:00.000Z', true],
  [LUNCH, '2026-03-09T16:30:00.000Z', true],
  [LUNCH, '2026-03-09T17:30:00.000Z', false],
  [ONCE, '2026-03-02T09:59:59.999Z', false],
  [ONCE, '2026-03-02T10:00:00.000Z', true],
  [ONCE, '2026-03-02T11:00:00.000Z', false],
])('%o at %s is quiet: %s', (schedule, instant, isQuiet) => {
  expect(isQuietAt(schedule, at(instant))).toBe(isQuiet)
})

test('the next beginning and the next end follow the time zone', () => {
  const friday = at('2026-03-06T12:00:00.000Z')
  expect(nextStartOf(NIGHTS, friday)?.toISOString()).toBe('2026-03-06T21:00:00.000Z')
  expect(nextEndOf(NIGHTS, friday)?.toISOString()).toBe('2026-03-07T05:00:00.000Z')
  expect(nextEndOf(NIGHTS, at('2026-03-07T23:00:00.000Z'))?.toISOString()).toBe('2026-03-08T05:00:00.000Z')
  expect(nextEndOf(LUNCH, friday)?.toISOString()).toBe('2026-03-09T17:00:00.000Z')
  expect(nextEndOf(ONCE, at('2026-03-02T10:30:00.000Z'))?.toISOString()).toBe('2026-03-02T11:00:00.000Z')
  expect([nextStartOf(ONCE, friday), nextEndOf(ONCE, friday)]).toEqual([undefined, undefined])
})

test('wrong schedules are explained', () => {
  expect(scheduleProblems(NIGHTS)).toEqual({})
  expect(scheduleProblems({ ...NIGHTS, timezone: 'Mars' })).toEqual({ timezone: ['"Mars" is not a known time zone.'] })
  expect(Object.keys(scheduleProblems({ ...ONCE, from: 'soon' }))).toEqual(['from'])
  expect(Object.keys(scheduleProblems({ ...ONCE, to: ONCE.from }))).toEqual(['to'])
})
