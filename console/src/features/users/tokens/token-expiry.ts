/** When a new token ends: after a length of time, at the end of a day, or never. */
import type { TokenCreate } from '@logyard/contract/identity/tokens'
import { UNIT_MS } from '../../../ui/time/duration.ts'

export const EXPIRIES = ['never', '7', '30', '90', '365', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]
export const isExpiry = (value: unknown): value is Expiry => EXPIRIES.some((one) => one === value)

/** `day` is `2026-03-01`, of use only with `date`; the whole day still belongs to the token, in UTC. */
export function expiryBody(expiry: Expiry, day: string): TokenCreate {
  if (expiry === 'never') return {}
  if (expiry === 'date') return { expires_at: `${day}T23:59:59.999Z` }
  return { expires_in_ms: Number(expiry) * UNIT_MS.days }
}

export const isPastDay = (day: string, nowMs: number) => Date.parse(`${day}T23:59:59.999Z`) <= nowMs
