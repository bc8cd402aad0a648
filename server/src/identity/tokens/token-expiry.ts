import type { TokenCreate } from '@logyard/contract/identity/tokens'
import { LogyardError } from '../../platform/errors.ts'

const LATEST_MS = Date.UTC(9999, 11, 31)

const expiryRefused = (reason: string) => new LogyardError('invalid', 'token-expiry-refused', reason)

/** When a new token expires: never, unless one of the two options is set. */
export function expiryOf(wishes: TokenCreate, now: Date): string | null {
  const { expires_in_ms, expires_at } = wishes
  if (expires_in_ms != null && expires_at != null) {
    throw expiryRefused('Only one of expires_in_ms and expires_at can be given')
  }
  if (expires_in_ms != null) return new Date(Math.min(now.getTime() + expires_in_ms, LATEST_MS)).toISOString()
  if (expires_at == null) return null
  const atMs = Date.parse(expires_at)
  if (Number.isNaN(atMs)) throw expiryRefused(`expires_at ${expires_at} is not an ISO 8601 instant`)
  if (atMs <= now.getTime()) throw expiryRefused(`expires_at ${expires_at} is in the past`)
  return new Date(Math.min(atMs, LATEST_MS)).toISOString()
}
