/** The values of the form that edits a user, in the parts that the API saves separately. */
import type { UserChange, UserSummary } from '@logyard/contract/identity/users'
import { NEW_USER_TIMEOUT_MS } from './session-timeout-field.tsx'
import { switchesOf } from './user-preferences.ts'

export interface UserValues {
  readonly full_name: string
  readonly email: string
  readonly session_timeout_ms: number
  readonly timezone: string
  readonly switches: ReturnType<typeof switchesOf>
  readonly roles: readonly string[]
}
/** Parts in the order in which they are saved. */
const USER_PARTS = ['profile', 'settings', 'roles', 'preferences'] as const
export type UserPart = (typeof USER_PARTS)[number]

export const valuesOf = (user: UserSummary): UserValues => ({
  full_name: user.full_name,
  email: user.email,
  session_timeout_ms: user.session_timeout_ms ?? NEW_USER_TIMEOUT_MS,
  timezone: user.timezone ?? '',
  switches: switchesOf(user.preferences),
  roles: user.roles,
})

const PICKS = {
  profile: ({ full_name, email }: UserValues) => ({ full_name: full_name.trim(), email: email.trim() }),
  settings: ({ session_timeout_ms, timezone }: UserValues) => ({ session_timeout_ms, timezone }),
  roles: ({ roles }: UserValues) => ({ roles: roles.toSorted() }),
  preferences: ({ switches }: UserValues) => ({ switches }),
} as const

export const changedParts = (stored: UserValues, values: UserValues): readonly UserPart[] =>
  USER_PARTS.filter((part) => JSON.stringify(PICKS[part](stored)) !== JSON.stringify(PICKS[part](values)))

/** The user as stored after these parts of the values were saved. */
export const withSaved = (stored: UserValues, values: UserValues, saved: readonly UserPart[]): UserValues => ({
  ...stored,
  ...Object.assign({}, ...saved.map((part) => PICKS[part](values))),
})

/** The body that saves a part of the account. */
export function changeOf(
  part: Exclude<UserPart, 'preferences'>,
  values: UserValues,
  canSetTimeout: boolean,
): UserChange {
  if (part === 'profile') return PICKS.profile(values)
  if (part === 'roles') return { roles: [...values.roles] }
  const timezone = values.timezone === '' ? null : values.timezone
  return canSetTimeout ? { session_timeout_ms: values.session_timeout_ms, timezone } : { timezone }
}
