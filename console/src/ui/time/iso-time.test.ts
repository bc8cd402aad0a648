import { expect, test } from 'vitest'
import { isoTime } from './iso-time.ts'

const at = Date.parse('2026-11-22T23:24:01.154Z')

test.each([
  { zone: 'UTC', precision: 'day', text: '2026-11-22' },
  { zone: 'UTC', precision: 'minute', text: '2026-11-22 23:24' },
  { zone: 'UTC', precision: 'second', text: '2026-11-22 23:24:01' },
  { zone: 'Asia/Kolkata', precision: 'millisecond', text: '2026-11-23 04:54:01.154' },
] as const)('an instant in $zone is $text to the $precision', ({ zone, precision, text }) => {
  expect(isoTime(at, zone, precision)).toBe(text)
})
