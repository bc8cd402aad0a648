import { expect, test } from 'vitest'
import { normalizePeriod, parsePeriod, periodMs, periodSeconds } from './iso-period.ts'

test.each([
  { text: 'p1d', period: 'P1D', ms: 86_400_000 },
  { text: ' T90M ', period: 'PT90M', ms: 5_400_000 },
  { text: 'P1DT6H', period: 'P1DT6H', ms: 108_000_000 },
  { text: '1 day, 6 hours', period: 'P1DT6H', ms: 108_000_000 },
  { text: '90 min', period: 'PT90M', ms: 5_400_000 },
  { text: '2 Months', period: 'P2M', ms: 4_838_400_000 },
  { text: '5 minutes 5 minutes', period: 'P5 MINUTES 5 MINUTES', ms: undefined },
  { text: 'P0D', period: 'P0D', ms: undefined },
  { text: 'P', period: 'P', ms: undefined },
  { text: 'a day', period: 'PA DAY', ms: undefined },
])('"$text" is the period $period of $ms ms', ({ text, period, ms }) => {
  expect(normalizePeriod(text)).toBe(period)
  const parts = parsePeriod(period)
  expect(parts === undefined ? undefined : periodMs(parts)).toBe(ms)
})

test.each([
  { period: 'PT5M', seconds: 300 },
  { period: 'P1D', seconds: 86_400 },
  { period: 'P1DT1H', seconds: 90_000 },
  { period: 'PT0S', seconds: 0 },
  { period: 'p2w', seconds: 1_209_600 },
  { period: 'P', seconds: undefined },
  { period: 'P1DT', seconds: undefined },
  { period: '5 minutes', seconds: 300 },
  { period: '5 minuets', seconds: undefined },
])('$period is $seconds s', ({ period, seconds }) => {
  expect(periodSeconds(period)).toBe(seconds)
})
