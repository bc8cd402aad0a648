import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredToken = Type.Object({
  id: Type.String(),
  user_id: Type.String(),
  name: Type.String(),
  /** SHA-256 of the value; its 256 random bits need no slower hash. */
  hash: Type.String(),
  /** Last characters of the value, so that users can tell their tokens apart. */
  last_four: Type.String(),
  last_access: Type.String(),
  created_at: Type.String(),
  expires_at: nullable(Type.String()),
})
export type StoredToken = Static<typeof StoredToken>

export const tokenCollection = defineCollection({
  name: 'tokens',
  audit: { type: 'token' },
  schema: StoredToken,
  keys: { hash: { unique: true, of: (token: StoredToken) => [token.hash] } },
})

export type TokenStore = Collection<StoredToken, 'hash'>
