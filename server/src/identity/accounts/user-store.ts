import { nullable } from '@logyard/contract/http/envelope'
import { AccountStatus, Preferences, Startpage } from '@logyard/contract/identity/users'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

/** A stored user. Fields have their wire names, because lists filter and sort by them. */
export const User = Type.Object({
  id: Type.String(),
  username: Type.String(),
  full_name: Type.String(),
  email: Type.String(),
  /** Empty for accounts without a password. */
  password_hash: Type.String(),
  /** Without those of roles and grants. */
  permissions: Type.Array(Type.String()),
  role_ids: Type.Array(Type.String()),
  timezone: nullable(Type.String()),
  session_timeout_ms: Type.Integer(),
  preferences: Preferences,
  startpage: nullable(Startpage),
  account_status: AccountStatus,
  service_account: Type.Boolean(),
  /** Managed by an authentication service, which owns name, email and password. */
  external: Type.Boolean(),
  auth_service_id: nullable(Type.String()),
  auth_service_uid: nullable(Type.String()),
})
export type User = Static<typeof User>

export const userCollection = defineCollection({
  name: 'users',
  audit: { type: 'user', isChangedBySystem: true },
  schema: User,
  secrets: ['password_hash'],
  keys: { username: { unique: true, of: (user: User) => [user.username.toLowerCase()] } },
})

export type UserStore = Collection<User, 'username'>
