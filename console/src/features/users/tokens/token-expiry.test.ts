import { expect, test } from 'vitest'
import { expiryBody, isPastDay } from './token-expiry.ts'

test.each([
  { expiry: 'never', body: {} },
  { expiry: '30', body: { expires_in_ms: 2_592_000_000 } },
  { expiry: 'date', body: { expires_at: '2026-03-01T23:59:59.999Z' } },
] as const)('$expiry is sent as $body', ({ expiry, body }) => {
  expect(expiryBody(expiry, '2026-03-01')).toEqual(body)
})

test('a token that expires on a day is valid until the last millisecond of the day', () => {
  expect(isPastDay('2026-03-01', Date.parse('2026-03-01T23:59:59.998Z'))).toBe(false)
  expect(isPastDay('2026-03-01', Date.parse('2026-03-01T23:59:59.999Z'))).toBe(true)
})
