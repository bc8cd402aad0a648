/** Limits the requests to providers that anyone can cause: an address has a budget of sign-ins that do not succeed. */
import { networkOf } from '../../http/network-of.ts'
import type { SharedBudgets } from '../throttles/shared-budgets.ts'
import { oidcSignInsExhausted } from './oidc-errors.ts'

/** Beginning costs 1, finishing 1; both come back if the sign-in succeeds. */
export const OIDC_SIGN_INS_AT_ONCE = 60
export const OIDC_SIGN_INS_PER_SECOND = 0.5

export function createOidcSignInBudget(budgets: SharedBudgets, name: string) {
  const budget = budgets.budget(name, { capacity: OIDC_SIGN_INS_AT_ONCE, perSecond: OIDC_SIGN_INS_PER_SECOND })
  return {
    /** Rejects when the address has spent its budget. */
    async spend(address: string) {
      await budgets.fresh()
      const left = budget.left(networkOf(address))
      if (left < 1) throw oidcSignInsExhausted(Math.ceil((1 - left) / OIDC_SIGN_INS_PER_SECOND))
      budget.spend(networkOf(address), 1)
    },
    /** Gives back what a valid sign-in or token has spent. */
    restore: (address: string, spent: number) => budget.restore(networkOf(address), spent),
  }
}
