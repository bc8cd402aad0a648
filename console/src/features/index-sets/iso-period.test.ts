import { expect, test } from 'vitest'
import { normalizePeriod, parsePeriod, periodMs } from './iso-period.ts'

test.each([
  { text: 'p1d', period: 'P1D', ms: 86_400_000 },
  { text: ' T90M ', period: 'PT90M', ms: 5_400_000 },
  { text: 'P1DT6H', period: 'P1DT6H', ms: 108_000_000 },
  { text: 'P0D', period: 'P0D', ms: undefined },
  { text: 'P', period: 'P', ms: undefined },
  { text: 'a day', period: 'PA DAY', ms: undefined },
])('"$text" is the period $period of $ms ms', ({ text, period, ms }) => {
  expect(normalizePeriod(text)).toBe(period)
  const parts = parsePeriod(period)
  expect(parts === undefined ? undefined : periodMs(parts)).toBe(ms)
})
