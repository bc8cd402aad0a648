import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { formatCompact, formatNumber } from './number-format.ts'

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

test('an axis only tells the size', () => {
  expect(formatCompact(9_000, intl)).toBe('9,000')
  expect(formatCompact(1_250_000, intl)).toBe('1.25M')
})
