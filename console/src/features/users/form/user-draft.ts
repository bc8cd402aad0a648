/** Validation of the user forms, the same for creating and editing. */
import type { MessageId } from '../../../base/text/catalogues.ts'

type Text = (id: MessageId, values?: Readonly<Record<string, number>>) => string

const USERNAME_MAX = 100
const FULL_NAME_MAX = 200
const EMAIL_MAX = 254
export const PASSWORD_MIN = 6
const PASSWORD_MAX = 100

/** A user needs one of these roles to use the console. */
const CONSOLE_ROLES = ['Reader', 'Admin']
export const mayUseConsole = (roles: readonly string[]) => roles.some((role) => CONSOLE_ROLES.includes(role))

function lengthError(t: Text, value: string, max: number): string | undefined {
  if (value.trim() === '') return t('users.error.required')
  return value.trim().length > max ? t('users.error.tooLong', { max }) : undefined
}

/** Characters with a meaning in permissions, and names that collide with API paths. */
const FORBIDDEN_IN_NAMES = /[*:,]/
const RESERVED_NAMES = ['paginated', 'id']

export function usernameError(t: Text, username: string, taken: readonly string[]): string | undefined {
  const name = username.trim()
  if (FORBIDDEN_IN_NAMES.test(name)) return t('users.error.usernameCharacters')
  if (RESERVED_NAMES.includes(name.toLowerCase())) return t('users.error.usernameReserved')
  if (taken.some((one) => one.toLowerCase() === name.toLowerCase())) return t('users.error.usernameTaken')
  return lengthError(t, username, USERNAME_MAX)
}

export const fullNameError = (t: Text, name: string) => lengthError(t, name, FULL_NAME_MAX)

export function emailError(t: Text, email: string): string | undefined {
  return lengthError(t, email, EMAIL_MAX) ?? (/^\S+@\S+$/.test(email.trim()) ? undefined : t('users.error.email'))
}

export function passwordError(t: Text, password: string): string | undefined {
  if (password.length < PASSWORD_MIN) return t('users.error.passwordShort', { min: PASSWORD_MIN })
  return password.length > PASSWORD_MAX ? t('users.error.tooLong', { max: PASSWORD_MAX }) : undefined
}

export const repeatError = (t: Text, password: string, repeat: string) =>
  password === repeat ? undefined : t('users.error.passwordsDiffer')

export const rolesError = (t: Text, roles: readonly string[]) =>
  mayUseConsole(roles) ? undefined : t('users.error.roles')
