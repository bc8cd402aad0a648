import { expect, test } from 'vitest'
import { splitDuration } from './duration.ts'

test.each([
  { ms: 1_000, amount: 1, unit: 'seconds' },
  { ms: 5_400_000, amount: 90, unit: 'minutes' },
  { ms: 28_800_000, amount: 8, unit: 'hours' },
  { ms: 172_800_000, amount: 2, unit: 'days' },
  { ms: 1_500, amount: 1, unit: 'seconds' },
])('$ms ms is shown as $amount $unit', ({ ms, amount, unit }) => {
  expect(splitDuration(ms)).toEqual({ amount, unit })
})
