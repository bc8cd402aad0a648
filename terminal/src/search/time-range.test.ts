import { expect, test } from 'vitest'
import { parseRange } from './time-range.ts'

const NOW = new Date(2026, 10, 30, 12, 30)
const local = (...parts: readonly [number, number, number, number?, number?, number?, number?]) =>
  new Date(...(parts as [number, number, number])).toISOString()
const absolute = (from: string, to: string) => ({ type: 'absolute', from, to })

test.each([
  ['15m', { type: 'relative', range: 900 }],
  ['2w', { type: 'relative', range: 1_209_600 }],
  ['all', { type: 'relative', range: 0 }],
  ['2h..30m', { type: 'relative', range: 7200, from: 7200, to: 1800 }],
  ['2h..now', { type: 'relative', range: 7200, from: 7200, to: 0 }],
  ['2h..', { type: 'relative', range: 7200, from: 7200, to: 0 }],
  ['last monday', { type: 'keyword', keyword: 'last monday' }],
  ['today', absolute(local(2026, 10, 30), NOW.toISOString())],
  ['2026-11-01T10:00Z..2026-11-01 12:30:01.5Z', absolute('2026-11-01T10:00:00.000Z', '2026-11-01T12:30:01.500Z')],
])('%s', (text, range) => {
  expect(parseRange(text, NOW)).toEqual(range)
})

test('days are those of this machine, and the last one belongs to the range', () => {
  const beforeMidnight = (month: number, day: number) => new Date(2026, month, day, 23, 59, 59, 999).toISOString()
  expect(parseRange('yesterday', NOW)).toEqual(absolute(local(2026, 10, 29), beforeMidnight(10, 29)))
  expect(parseRange('2026-11-01..2026-11-02', NOW)).toEqual(absolute(local(2026, 10, 1), beforeMidnight(10, 2)))
})

test.each(['', '..', '1h..2h', '2026-13-01..now', 'a..b', '1h..2h..3h', '2026-11-02..2026-11-01'])(
  '%s is refused',
  (text) => {
    expect(() => parseRange(text, NOW)).toThrow()
  },
)
