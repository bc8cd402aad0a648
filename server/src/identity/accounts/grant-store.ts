import { nullable } from '@logyard/contract/http/envelope'
import { Capability } from '@logyard/contract/identity/shares'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const Grant = Type.Object({
  id: Type.String(),
  /** A GRN, like the target. */
  grantee: Type.String(),
  target: Type.String(),
  capability: Capability,
  created_by: Type.String(),
  created_at: Type.String(),
  updated_by: Type.String(),
  updated_at: Type.String(),
  expires_at: nullable(Type.String()),
})
export type Grant = Static<typeof Grant>

export const grantCollection = defineCollection({
  name: 'grants',
  audit: { type: 'share', isChangedBySystem: true },
  schema: Grant,
  keys: { pair: { unique: true, of: (grant: Grant) => [`${grant.grantee} ${grant.target}`] } },
})

export type GrantStore = Collection<Grant, 'pair'>
