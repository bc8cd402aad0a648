import { expect, test } from 'vitest'
import { dailyTraffic, dateIn, sumOf, utcDate } from './daily-traffic.ts'

const traffic = {
  from: '2026-03-27T00:00:00.000Z',
  to: '2026-03-30T10:00:00.000Z',
  input: { '2026-03-27T23:00:00.000Z': 5, '2026-03-28T01:00:00.000Z': 7 },
  output: { '2026-03-30T09:00:00.000Z': 11 },
  decoded: {},
}

test.each([
  { zone: 'UTC', dateOf: utcDate, input: [5, 7, 0, 0] },
  { zone: 'Europe/Vienna', dateOf: dateIn('Europe/Vienna'), input: [0, 12, 0, 0] },
])('every day of $zone is there, also those without traffic', ({ dateOf, input }) => {
  const days = dailyTraffic(traffic, dateOf)
  expect(days.map(({ date }) => date)).toEqual(['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'])
  expect(days.map(({ bytes }) => bytes.input)).toEqual(input)
  expect(days.at(-1)?.bytes).toEqual({ input: 0, decoded: 0, output: 11 })
  expect(sumOf(days, 'input')).toBe(12)
})
