import { expect, test } from 'vitest'
import { timeTicks } from './time-ticks.ts'

const iso = (ticks: readonly number[]) => ticks.map((at) => new Date(at).toISOString())

test('ticks are at round local times, not at round UTC times', () => {
  // Kathmandu is at +05:45.
  const { ticks, unit } = timeTicks(Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2), 'Asia/Kathmandu', 4)
  expect(iso(ticks)).toEqual([
    '2026-03-01T00:15:00.000Z',
    '2026-03-01T06:15:00.000Z',
    '2026-03-01T12:15:00.000Z',
    '2026-03-01T18:15:00.000Z',
  ])
  expect(unit).toBe('minute')
})

test('daily ticks stay at midnight across a daylight saving change', () => {
  const { ticks, unit } = timeTicks(Date.UTC(2026, 2, 27), Date.UTC(2026, 2, 31), 'Europe/Berlin', 4)
  expect(iso(ticks)).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
    '2026-03-30T22:00:00.000Z',
  ])
  expect(unit).toBe('day')
})

test.each([
  [20, 'millisecond'],
  [60_000, 'second'],
  [86_400_000 * 400, 'month'],
  [86_400_000 * 365 * 30, 'year'],
])('a range of %d ms has a few ticks, one per %s', (length, unit) => {
  const from = Date.UTC(2000, 0, 1)
  const result = timeTicks(from, from + length, 'UTC', 8)
  expect(result.unit).toBe(unit)
  expect(result.ticks.length).toBeGreaterThan(1)
  expect(result.ticks.length).toBeLessThanOrEqual(9)
})

test('an empty range has no ticks', () => {
  expect(timeTicks(5, 5, 'UTC', 8).ticks).toEqual([])
})
