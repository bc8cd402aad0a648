import { expect, test } from 'vitest'
import { reachedThreshold, readableColor } from './thresholds.ts'

const thresholds = [
  { value: 100, color: '#d14343' },
  { value: 10, color: '#d99a08', label: 'many' },
]

test.each([
  { value: 9.99, reached: undefined },
  { value: 10, reached: 10 },
  { value: 99, reached: 10 },
  { value: 1e9, reached: 100 },
  { value: null, reached: undefined },
])('$value reaches $reached', ({ value, reached }) => {
  expect(reachedThreshold(value, { thresholds })?.value).toBe(reached)
})

test('an unreadable colour is adjusted to the theme, others are not', () => {
  expect(readableColor('#ffff00', 'light')).not.toBe('#ffff00')
  expect(readableColor('#ffff00', 'dark')).toBe('#ffff00')
  expect(readableColor('#000000', 'dark')).not.toBe('#000000')
  expect(readableColor('#d14343', 'light')).toBe('#d14343')
})
