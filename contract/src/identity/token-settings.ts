/** A configuration document: how long access tokens are valid. Logyard only. */
import { type Static, Type } from 'typebox'
import { long } from '../http/bounds.ts'
import { nullable } from '../http/envelope.ts'

export const TOKEN_SETTINGS_KEY = 'org.logyard.identity.TokenSettings'

const MINUTE_MS = 60_000
/** 100 years. */
const MAX_MS = 100 * 365 * 86_400_000

export const TokenSettings = Type.Object(
  {
    longest_lifetime_ms: nullable(
      long({ minimum: MINUTE_MS, maximum: MAX_MS, description: 'Of new tokens; null for no limit' }),
    ),
    expired_retained_ms: long({
      minimum: 0,
      maximum: MAX_MS,
      description: 'How long expired tokens stay in lists; they are refused from their expiry on',
    }),
  },
  { title: 'TokenSettings', additionalProperties: false },
)
export type TokenSettings = Static<typeof TokenSettings>

export const TOKEN_SETTINGS_DEFAULTS: TokenSettings = { longest_lifetime_ms: null, expired_retained_ms: 0 }
