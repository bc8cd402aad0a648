import type { Startpage, StartpageChange } from '@logyard/contract/identity/users'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { LogyardError, validationFailed } from '../../platform/errors.ts'

/** `GET /users/paginated` and `GET /users/id/…` would hide users of these names. */
const RESERVED_NAMES = ['paginated', 'id']
export const NEVER_EXPIRES_MS = -1
export const DEFAULT_SESSION_TIMEOUT_MS = 28_800_000

export const userNotFound = (username: string) =>
  new LogyardError('not-found', 'user-not-found', `Couldn't find user ${username}`)
export const userIdNotFound = (userId: string) =>
  new LogyardError('not-found', 'user-not-found', `Couldn't find user with ID ${userId}`)
export const usernameTaken = (username: string, options?: ErrorOptions) =>
  new LogyardError(
    'invalid',
    'username-taken',
    `Cannot create user ${username}. Username is already taken.`,
    options ?? {},
  )
export const readOnlyUser = (username: string) =>
  new LogyardError('invalid', 'user-read-only', `Cannot modify readonly user ${username}`)
export const adminServiceAccount = () =>
  new LogyardError('invalid', 'admin-service-account', 'Cannot assign Admin role to service account')
export const adminIntoServiceAccount = () =>
  new LogyardError('invalid', 'admin-service-account', 'Cannot make Admin into service account')

/** Throws naming every field that breaks a rule. Absent fields are not checked. */
export function checkUserFields(fields: {
  readonly username?: string
  readonly password?: string
  readonly email?: string | undefined
  readonly full_name?: string | undefined
  readonly session_timeout_ms?: number | undefined
}): void {
  const errors: Record<string, string[]> = {}
  const check = (field: string, text: string | undefined, shortest: number, longest: number) => {
    if (text === undefined) return
    if (text.length < shortest) errors[field] = ['Value must not be empty.']
    if (text.length > longest) errors[field] = [`Value is longer than ${longest} characters.`]
  }
  check('username', fields.username, 1, 100)
  check('password', fields.password, 1, 4096)
  check('email', fields.email, 1, 254)
  check('full_name', fields.full_name, 0, 200)

  const { username, session_timeout_ms: timeoutMs } = fields
  // Unpaired surrogates and control characters could not be written into a path or a header.
  if (username !== undefined && (!username.isWellFormed() || /\p{Cc}/u.test(username))) {
    errors['username'] = ['Value must be readable text.']
  }
  if (username !== undefined && /[*:,]/.test(username)) {
    errors['username'] = ['Value must not contain any of the characters * : and ,']
  }
  if (username !== undefined && RESERVED_NAMES.includes(username.toLowerCase())) {
    errors['username'] = [`Value must not be the reserved name ${username}.`]
  }
  if (timeoutMs !== undefined && timeoutMs < NEVER_EXPIRES_MS) {
    errors['session_timeout_ms'] = ['Value must be positive, or -1 for never.']
  }
  if (Object.keys(errors).length > 0) throw validationFailed(errors)
}

/** IANA ids only: offsets such as `+01:00` have no daylight saving time. */
export const isTimeZone = (id: string): boolean =>
  /^[A-Za-z]/.test(id) && unlessThrown(RangeError, () => new Intl.DateTimeFormat('en', { timeZone: id })) !== undefined

/** Whether a user who signs in through another system may have the name here. */
export function isAllowedName(username: string): boolean {
  const check = () => {
    checkUserFields({ username })
    return true
  }
  return unlessThrown(LogyardError, check) ?? false
}

/** `null` for an object that lacks its type or its id: such a change clears the start page. */
export function startpageFrom({ type, id }: StartpageChange): Startpage | null {
  return type == null || id == null || type === '' || id === '' ? null : { type, id }
}
