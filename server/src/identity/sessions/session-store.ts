import { type Static, Type } from 'typebox'
import { type Collection, defineCollection } from '../../platform/settings/settings-store.ts'

/** The sign-in through a provider that the session came from. */
export const SessionOrigin = Type.Object({
  provider_id: Type.String(),
  subject: Type.String(),
  /** The session at the provider; empty if it is not known. */
  sid: Type.String(),
  /** Names the session when it ends at the provider; may be empty. */
  id_token: Type.String(),
})
export type SessionOrigin = Static<typeof SessionOrigin>

export const StoredSession = Type.Object({
  /** SHA-256 of the session id, so that reading the file does not reveal the session. */
  id: Type.String(),
  user_id: Type.String(),
  created_at: Type.String(),
  last_access: Type.String(),
  /** The user's timeout at sign-in; -1 for none. */
  timeout_ms: Type.Integer(),
  /** Address at sign-in. */
  client_address: Type.String(),
  provider_id: Type.Optional(Type.String()),
  provider_subject: Type.Optional(Type.String()),
  provider_sid: Type.Optional(Type.String()),
  id_token: Type.Optional(Type.String()),
})
export type StoredSession = Static<typeof StoredSession>

export const sessionCollection = defineCollection({
  name: 'sessions',
  audit: { type: 'session', hasSecretIds: true },
  schema: StoredSession,
  secrets: ['id_token'],
})

export type SessionStore = Collection<StoredSession>
