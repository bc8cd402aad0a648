/** When a new token expires: after a period, at the end of a day, or never. */
import type { TokenCreate } from '@logyard/contract/identity/tokens'
import { UNIT_MS } from '../../../ui/time/duration.ts'

export const EXPIRIES = ['never', '7', '30', '90', '365', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]
export const isExpiry = (value: unknown): value is Expiry => EXPIRIES.some((one) => one === value)

/** `day`, such as `2026-03-01`, is used only with `date`; the token is valid until the end of that day in UTC. */
export function expiryBody(expiry: Expiry, day: string): TokenCreate {
  if (expiry === 'never') return {}
  if (expiry === 'date') return { expires_at: `${day}T23:59:59.999Z` }
  return { expires_in_ms: Number(expiry) * UNIT_MS.days }
}

export const isPastDay = (day: string, nowMs: number) => Date.parse(`${day}T23:59:59.999Z`) <= nowMs

/** Whether a form offers the expiry while tokens live at most so long. */
export const isWithin = (expiry: Expiry, limitMs: number | null): boolean =>
  limitMs === null || expiry === 'never' || expiry === 'date' || Number(expiry) * UNIT_MS.days <= limitMs
