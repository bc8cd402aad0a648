import { expect, test } from 'vitest'
import { periodOf } from './audit-period.ts'

// 01:30 of the 30th in Berlin, where the clocks went forward on the 29th.
const now = { nowMs: Date.parse('2026-03-29T23:30:00Z'), zone: 'Europe/Berlin' }

test('a span of time ends now', () => {
  expect(periodOf({ since: 'hour' }, now)).toEqual({ from: '2026-03-29T22:30:00.000Z' })
  expect(periodOf({}, now)).toEqual({})
})

test('days are those of the time zone, also when the clocks change', () => {
  expect(periodOf({ since: 'today' }, now)).toEqual({ from: '2026-03-29T22:00:00.000Z' })
  expect(periodOf({ since: 'yesterday' }, now)).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
})

test('the first and the last day of a period are part of it, and each can be left out', () => {
  const days = { since: 'days', from_day: '2026-03-28', to_day: '2026-03-29' }
  expect(periodOf(days, now)).toEqual({ from: '2026-03-27T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' })
  expect(periodOf({ since: 'days', to_day: '2026-03-29' }, now)).toEqual({ to: '2026-03-29T22:00:00.000Z' })
  expect(periodOf({ since: 'days', from_day: 'soon' }, now)).toEqual({})
})
