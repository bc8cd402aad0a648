import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

export const StoredSession = Type.Object({
  /** SHA-256 of the session id, so that reading the file does not reveal the session. */
  id: Type.String(),
  user_id: Type.String(),
  created_at: Type.String(),
  last_access: Type.String(),
  /** The user's timeout at sign-in; -1 for none. */
  timeout_ms: Type.Integer(),
  /** At sign-in. */
  client_address: Type.String(),
})
export type StoredSession = Static<typeof StoredSession>

export const sessionCollection = defineCollection({ name: 'sessions', schema: StoredSession })

export type SessionStore = Collection<StoredSession>
