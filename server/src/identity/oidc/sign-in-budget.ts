/** Limits the requests to providers that anyone can cause: an address has a budget of sign-ins that do not succeed. */

import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { networkOf } from '../../http/network-of.ts'
import type { Clock } from '../../platform/clock.ts'
import { oidcSignInsExhausted } from './oidc-errors.ts'

/** Beginning costs 1, finishing 1; both come back if the sign-in succeeds. */
export const OIDC_SIGN_INS_AT_ONCE = 60
export const OIDC_SIGN_INS_PER_SECOND = 0.5
const REMEMBERED = 10_000

export function createOidcSignInBudget({ clock }: { readonly clock: Clock }) {
  const budgets = createBoundedMap<string, { left: number; countedAtMs: number }>(REMEMBERED)
  const budgetOf = (address: string) => {
    const key = networkOf(address)
    const nowMs = clock.monotonicMs()
    const { left, countedAtMs } = budgets.get(key) ?? { left: OIDC_SIGN_INS_AT_ONCE, countedAtMs: nowMs }
    const refilled = left + ((nowMs - countedAtMs) / 1000) * OIDC_SIGN_INS_PER_SECOND
    const budget = { left: Math.min(OIDC_SIGN_INS_AT_ONCE, refilled), countedAtMs: nowMs }
    budgets.set(key, budget)
    return budget
  }
  return {
    /** Throws when the address has spent its budget. */
    spend(address: string) {
      const budget = budgetOf(address)
      if (budget.left < 1) throw oidcSignInsExhausted(Math.ceil((1 - budget.left) / OIDC_SIGN_INS_PER_SECOND))
      budget.left -= 1
    },
    /** Gives back what a valid sign-in or token has spent. */
    restore(address: string, spent: number) {
      const budget = budgetOf(address)
      budget.left = Math.min(OIDC_SIGN_INS_AT_ONCE, budget.left + spent)
    },
  }
}
