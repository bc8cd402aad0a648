import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { guessedFormat } from '../../view-document/model/number-unit.ts'
import { exactMeasure, formatCompact, formatExact, formatMeasure, formatNumber } from './number-format.ts'

const intl = createIntl({ locale: 'en', messages: {} })
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [1234567, '1,234,567', '1,234,567'],
  [0, '0', '0'],
  [45.016144, '45', '45.016144'],
  [3171.8958, '3,172', '3,171.8958'],
  [0.19005177, '0.19', '0.19005177'],
  [-0.5, '-0.5', '-0.5'],
  [1e-9, '1E-9', '1E-9'],
  [1.234e21, '1.23E21', '1.234E21'],
  [999_999_999_999_999, '999,999,999,999,999', '999,999,999,999,999'],
])('%d reads %s, in full %s', (value, text, exact) => {
  expect(formatNumber(value, intl)).toBe(text)
  expect(formatExact(value, intl)).toBe(exact)
})

test('an axis shows only the magnitude', () => {
  expect(formatCompact(9_000, intl)).toBe('9,000')
  expect(formatCompact(1_250_000, intl)).toBe('1.25M')
  expect(formatCompact(1.5e21, intl)).toBe('1.5E21')
})

test.each([
  ['percent', 1.2519, '1.25 %', '1.2519 %'],
  ['ratio', 0.0125, '1.25 %', '0.0125'],
  ['ms', 976.9, '977 ms', '976.9 ms'],
  ['ms', 3171.8958, '3.17 s', '3,171.8958 ms'],
  ['ms', 0.25, '250 µs', '0.25 ms'],
  ['ms', 0, '0 ms', '0 ms'],
  ['s', 90, '1.5 min', '90 s'],
  ['s', 7_200, '2 h', '7,200 s'],
  ['bytes', 512, '512 B', '512 B'],
  ['bytes', 180_432_109, '180 MB', '180,432,109 B'],
  ['EUR', 45.016, '€45.02', '45.016 EUR'],
  ['EUR', 1_234_567, '€1.23M', '1,234,567 EUR'],
  ['custom', 12.3456, '12.3 req/s', '12.3456 req/s'],
  ['none', 12_345_678, '12,345,678', '12,345,678'],
] as const)('in %s, %d reads %s, in full %s', (unit, value, text, exact) => {
  const format = unit === 'custom' ? { unit, suffix: 'req/s' } : { unit }
  expect(spaced(formatMeasure(value, format, intl))).toBe(text)
  expect(spaced(exactMeasure(value, format, intl))).toBe(exact)
})

test.each([
  ['avg(took_ms)', 'ms'],
  ['percentile(durationMs,95)', 'ms'],
  ['max(wait_seconds)', 's'],
  ['sum(bytes)', 'bytes'],
  ['sum(bytes_sent)', 'bytes'],
  ['avg(failed_percent)', 'percent'],
  ['sum(total_eur)', 'EUR'],
  ['avg(items)', 'none'],
  // "ms" is only part of the word.
  ['avg(items_rms)', 'none'],
  ['count(took_ms)', 'none'],
  ['variance(took_ms)', 'none'],
])('the unit of %s is %s', (metric, unit) => {
  expect(guessedFormat(metric)).toEqual({ unit })
})
