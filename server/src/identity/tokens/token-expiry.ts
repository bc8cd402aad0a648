import type { TokenCreate } from '@logyard/contract/identity/tokens'
import { LogyardError } from '../../platform/errors.ts'

const LATEST_MS = Date.UTC(9999, 11, 31)

const expiryRefused = (reason: string) => new LogyardError('invalid', 'token-expiry-refused', reason)
const lifetimeTooLong = (latest: Date) =>
  new LogyardError(
    'invalid',
    'token-lifetime-too-long',
    `A token must expire by ${latest.toISOString()}: an administrator limits how long tokens are valid.`,
  )

/** When a new token expires: never, unless it is requested, or the longest lifetime demands it. */
export function expiryOf(wishes: TokenCreate, now: Date, longestLifetimeMs: number | null = null): string | null {
  const wishedMs = wishedExpiryMs(wishes, now)
  const latestMs = longestLifetimeMs === null ? null : Math.min(now.getTime() + longestLifetimeMs, LATEST_MS)
  if (wishedMs === null) return latestMs === null ? null : new Date(latestMs).toISOString()
  if (latestMs !== null && wishedMs > latestMs + CLOCK_DIFFERENCE_MS) throw lifetimeTooLong(new Date(latestMs))
  return new Date(Math.min(wishedMs, latestMs ?? LATEST_MS, LATEST_MS)).toISOString()
}

/** A client that computes the latest instant itself may have a clock that is ahead. */
const CLOCK_DIFFERENCE_MS = 60_000

function wishedExpiryMs({ expires_in_ms, expires_at }: TokenCreate, now: Date): number | null {
  if (expires_in_ms != null && expires_at != null) {
    throw expiryRefused('Only one of expires_in_ms and expires_at can be given')
  }
  if (expires_in_ms != null) return now.getTime() + expires_in_ms
  if (expires_at == null) return null
  const atMs = Date.parse(expires_at)
  if (Number.isNaN(atMs)) throw expiryRefused(`expires_at ${expires_at} is not an ISO 8601 instant`)
  if (atMs <= now.getTime()) throw expiryRefused(`expires_at ${expires_at} is in the past`)
  return atMs
}
