import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredRole = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  permissions: Type.Array(Type.String()),
  /** True for built-in roles only. */
  read_only: Type.Boolean(),
})
export type StoredRole = Static<typeof StoredRole>

export const roleCollection = defineCollection({
  name: 'roles',
  audit: { type: 'role', isChangedBySystem: true },
  schema: StoredRole,
  keys: { name: { unique: true, of: (role: StoredRole) => [role.name.toLowerCase()] } },
})

export type RoleStore = Collection<StoredRole, 'name'>
