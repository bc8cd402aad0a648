import { expect, test } from 'vitest'
import { emailError, fullNameError, mayUseConsole, passwordError, repeatError, usernameError } from './user-draft.ts'

const t = (id: string) => id

test.each([
  { username: 'ada', error: undefined },
  { username: '  ada ', error: undefined },
  { username: '', error: 'users.error.required' },
  { username: 'BOB', error: 'users.error.usernameTaken' },
  { username: ' bob ', error: 'users.error.usernameTaken' },
  { username: 'a*', error: 'users.error.usernameCharacters' },
  { username: 'a:b', error: 'users.error.usernameCharacters' },
  { username: 'Paginated', error: 'users.error.usernameReserved' },
  { username: 'a'.repeat(100), error: undefined },
  { username: 'a'.repeat(101), error: 'users.error.tooLong' },
])('validating the username "$username" gives $error', ({ username, error }) => {
  expect(usernameError(t, username, ['bob'])).toBe(error)
})

test.each([
  { password: '12345', error: 'users.error.passwordShort' },
  { password: '123456', error: undefined },
  { password: 'a'.repeat(100), error: undefined },
  { password: 'a'.repeat(101), error: 'users.error.tooLong' },
])('validating a password of $password.length characters gives $error', ({ password, error }) => {
  expect(passwordError(t, password)).toBe(error)
})

test('both passwords must be the same', () => {
  expect(repeatError(t, 'secret', 'Secret')).toBe('users.error.passwordsDiffer')
  expect(repeatError(t, 'secret', 'secret')).toBeUndefined()
})

test.each([
  { email: 'ada@example.org', error: undefined },
  { email: 'ada', error: 'users.error.email' },
  { email: `${'a'.repeat(250)}@b.c`, error: undefined },
  { email: `${'a'.repeat(251)}@b.c`, error: 'users.error.tooLong' },
])('validating an email address of $email.length characters gives $error', ({ email, error }) => {
  expect(emailError(t, email)).toBe(error)
})

test('a full name may have 200 characters', () => {
  expect(fullNameError(t, 'a'.repeat(200))).toBeUndefined()
  expect(fullNameError(t, 'a'.repeat(201))).toBe('users.error.tooLong')
})

test('the console needs the Reader or the Admin role', () => {
  expect(mayUseConsole(['Reader'])).toBe(true)
  expect(mayUseConsole(['Views Manager'])).toBe(false)
})
