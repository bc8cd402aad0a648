import { expect, test } from 'vitest'
import { instantMs, relativeParts } from './relative-time.tsx'

test.each([
  { ago: 0, value: 0, unit: 'second' },
  { ago: 59_000, value: -59, unit: 'second' },
  { ago: 3_700_000, value: -1, unit: 'hour' },
  { ago: 90_000_000, value: -1, unit: 'day' },
  { ago: -120_000, value: 2, unit: 'minute' },
])('an instant $ago ms ago is $value $unit', ({ ago, value, unit }) => {
  expect(relativeParts(1_800_000_000_000 - ago, 1_800_000_000_000)).toEqual({ value, unit })
})

test('the suffixes +0000 and Z give the same instant', () => {
  expect(instantMs('2020-11-03T09:12:33.123+0000')).toBe(instantMs('2020-11-03T09:12:33.123Z'))
})
