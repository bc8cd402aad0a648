import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { formatCompact, formatNumber, rounded } from './number-format.ts'

const intl = createIntl({ locale: 'en', messages: {} })

test.each([
  [1234567, '1,234,567'],
  [0, '0'],
  [12.3456789012, '12.3456789'],
  [-0.5, '-0.5'],
  [1e-9, '1E-9'],
  [1.234e21, '1.234E21'],
  [999_999_999_999_999, '999,999,999,999,999'],
])('%d reads %s', (value, text) => {
  expect(formatNumber(value, intl)).toBe(text)
})

test('an axis shows only the magnitude', () => {
  expect(formatCompact(9_000, intl)).toBe('9,000')
  expect(formatCompact(1_250_000, intl)).toBe('1.25M')
  expect(formatCompact(1.5e21, intl)).toBe('1.5E21')
})

test.each([
  [0, 0],
  [0.95516261, 0.9552],
  [-0.000123456, -0.0001235],
  [45.02349, 45.02],
  [877.9873, 877.99],
  [212_237.9876, 212_237.99],
  [1_234_567, 1_234_567],
  [Number.NaN, Number.NaN],
])('%d as a single number reads %d', (value, seen) => {
  expect(rounded(value)).toBe(seen)
})
