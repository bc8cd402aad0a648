/** Limits the number of a user's sessions, and the rate of new ones. */
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'

/** Beyond this the least recently used session ends. */
export const SESSIONS_OF_USER = 50
/** A user may sign in this often at once, and then at the rate below. */
export const SIGN_INS_AT_ONCE = 100
export const SIGN_INS_PER_SECOND = 2
const REMEMBERED = 10_000

const tooManySessions = (retryAfterSeconds: number) =>
  new LogyardError(
    'overloaded',
    'sign-ins-of-user-exhausted',
    `You sign in too often: keep the session that you have, or try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  )

/** Throws if the user has signed in too often recently. */
export type RequireSignIn = (userId: string) => void

export function createSignInBudget({ clock }: { readonly clock: Clock }): RequireSignIn {
  const budgets = createBoundedMap<string, { left: number; countedAtMs: number }>(REMEMBERED)
  return (userId) => {
    const nowMs = clock.monotonicMs()
    const { left, countedAtMs } = budgets.get(userId) ?? { left: SIGN_INS_AT_ONCE, countedAtMs: nowMs }
    const now = Math.min(SIGN_INS_AT_ONCE, left + ((nowMs - countedAtMs) / 1000) * SIGN_INS_PER_SECOND)
    budgets.set(userId, { left: now < 1 ? now : now - 1, countedAtMs: nowMs })
    if (now < 1) throw tooManySessions(Math.ceil((1 - now) / SIGN_INS_PER_SECOND))
  }
}
