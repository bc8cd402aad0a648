import { nullable } from '@logyard/contract/http/envelope'
import { AccountStatus, Preferences, Startpage } from '@logyard/contract/identity/users'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

/** A user as it is kept, under the names it has on the wire, so that lists filter and sort by them. */
export const User = Type.Object({
  id: Type.String(),
  username: Type.String(),
  full_name: Type.String(),
  email: Type.String(),
  /** Empty for accounts that no password opens. */
  password_hash: Type.String(),
  /** Its own ones only. */
  permissions: Type.Array(Type.String()),
  role_ids: Type.Array(Type.String()),
  timezone: nullable(Type.String()),
  session_timeout_ms: Type.Integer(),
  preferences: Preferences,
  startpage: nullable(Startpage),
  account_status: AccountStatus,
  service_account: Type.Boolean(),
  /** Made by an authentication service, which then owns name, mail and password. */
  external: Type.Boolean(),
  auth_service_id: nullable(Type.String()),
  auth_service_uid: nullable(Type.String()),
})
export type User = Static<typeof User>

export const userCollection = defineCollection({
  name: 'users',
  schema: User,
  secrets: ['password_hash'],
  keys: { username: { unique: true, of: (user: User) => [user.username.toLowerCase()] } },
})

export type UserStore = Collection<User, 'username'>
