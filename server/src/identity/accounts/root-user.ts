import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'
import type { User } from './user-store.ts'

/** The account that the configuration defines. It is never stored and cannot be changed over the API. */
export interface RootSettings {
  readonly username: string
  readonly email: string
  readonly timezone: string
  /** When off, root cannot sign in and appears nowhere. */
  readonly isEnabled: boolean
}

const EIGHT_HOURS_MS = 28_800_000

export function rootUser(settings: RootSettings, passwordHash: string): User {
  return {
    id: ROOT_USER_ID,
    username: settings.username,
    full_name: 'Administrator',
    email: settings.email,
    password_hash: passwordHash,
    permissions: ['*'],
    role_ids: [],
    timezone: settings.timezone,
    session_timeout_ms: EIGHT_HOURS_MS,
    preferences: {},
    startpage: null,
    account_status: 'enabled',
    service_account: false,
    external: false,
    auth_service_id: null,
    auth_service_uid: null,
  }
}

/** One document, `root`: the stored state of the root user. */
export const RootPassword = Type.Object({ id: Type.String(), password_hash: Type.String() })
export type RootPassword = Static<typeof RootPassword>

export const rootPasswordCollection = defineCollection({
  name: 'root-password',
  audit: { type: 'user', isChangedBySystem: true },
  schema: RootPassword,
  secrets: ['password_hash'],
})

export type RootPasswordStore = Collection<RootPassword>
