import { expect, test } from 'vitest'
import { partitionDay } from './partition-day.ts'

const dayOf = (text: string) => Date.parse(text) / 86_400_000
const RECEIVED = Date.parse('2026-03-15T12:00:00Z')

test.each([
  { name: 'today', at: '2026-03-15T23:59:59.999Z', day: '2026-03-15' },
  { name: 'tomorrow', at: '2026-03-16T23:59:59.999Z', day: '2026-03-16' },
  { name: 'later than tomorrow', at: '2026-03-17T00:00:00Z', day: '2149-06-06' },
  { name: 'within 32 days', at: '2026-02-12T00:00:00Z', day: '2026-02-12' },
  { name: 'earlier', at: '2026-02-11T23:59:59Z', day: '2026-02-01' },
  { name: 'almost a year ago', at: '2025-03-15T00:00:00Z', day: '2025-03-01' },
  { name: 'more than a year ago', at: '2025-03-14T23:59:59Z', day: '1970-01-01' },
  { name: 'before 1970', at: '1900-01-01T00:00:00Z', day: '1970-01-01' },
])('a message of $name has the partition of $day', ({ at, day }) => {
  expect(partitionDay(Date.parse(at), RECEIVED)).toBe(dayOf(`${day}T00:00:00Z`))
})

test('invented times make few partitions', () => {
  const days = new Set<number>()
  for (let day = -60_000; day < 60_000; day += 1) days.add(partitionDay(RECEIVED + day * 86_400_000, RECEIVED))
  expect(days.size).toBeLessThan(50)
})
