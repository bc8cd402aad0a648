import { expect, test } from 'vitest'
import { LogyardError } from '../errors.ts'
import { ConnectionFailed, reasonOf } from './reason-of.ts'

const failed = (message: string, more: object) => Object.assign(new Error(message), more)

test.each([
  ['a refused connection', failed('connect ECONNREFUSED 127.0.0.1:636', { code: 'ECONNREFUSED' })],
  // The mail client has a code of its own.
  ['one of the mail client', failed('connect ECONNREFUSED ::1:25', { code: 'ESOCKET' })],
  ['one of several addresses', new AggregateError([failed('', { code: 'ECONNREFUSED' })])],
  ['a failed fetch', new TypeError('fetch failed', { cause: failed('', { code: 'ECONNREFUSED' }) })],
])('%s is told with the address that users know', (_, error) => {
  expect(reasonOf(error, 'there:636')).toBe('Nothing answers at there:636 (connection refused).')
})

test('an error names its address, if no other is known', () => {
  const refused = { code: 'ECONNREFUSED', address: '::1', port: 514 }
  expect(reasonOf(failed('connect ECONNREFUSED ::1:514', refused))).toContain('at [::1]:514 (')
  const unknown = { code: 'ENOTFOUND', hostname: 'nowhere.example' }
  expect(reasonOf(failed('getaddrinfo ENOTFOUND nowhere.example', unknown))).toBe(
    'nowhere.example cannot be reached: the host name is unknown.',
  )
  expect(reasonOf(failed('', { code: 'CERT_HAS_EXPIRED' }), 'there:443')).toBe(
    'The TLS certificate of there:443 is refused: it has expired. Renew it there.',
  )
})

test('what is in words stays', () => {
  const cause = failed('', { code: 'ECONNREFUSED' })
  expect(reasonOf(new LogyardError('failed', 'x', 'Not allowed.', { cause }))).toBe('Not allowed.')
  expect(reasonOf(new ConnectionFailed('Nobody is there.', { cause }))).toBe('Nobody is there.')
  expect(reasonOf(new Error('outer', { cause: new Error('inner') }))).toBe('outer: inner')
  expect(reasonOf('a text')).toBe('a text')
})
