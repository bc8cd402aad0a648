import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { networkOf } from '../../http/network-of.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/**
 * Throttles guessing without locking accounts: it refuses one name from one address, or an address that failed with
 * many names. The same user can still sign in from another address, and so can a known user behind an address that
 * others misuse. The IPv6 addresses of one network count as one address.
 */
export type SignInThrottle = ReturnType<typeof createSignInThrottle>

const FREE_FAILURES = 5
/** Failures without a wait, for a name that is guessed from many addresses. */
const FREE_FAILURES_UNDER_ATTACK = 2
const LONGEST_WAIT_MS = 60_000
const FORGOTTEN_AFTER_MS = 15 * 60_000
const ADDRESS_FAILURES = { capacity: 30, perSecond: 0.5 }
const NAME_FAILURES = { capacity: 20, perSecond: 0.1 }
const REMEMBERED = 10_000
const LOG_AGAIN_AFTER_MS = 60_000

interface Pair {
  failures: number
  underway: number
  blockedUntilMs: number
  lastFailureMs: number
  /** The name has signed in from this address before. */
  isKnown: boolean
}

interface Budget {
  left: number
  countedAtMs: number
}

const waitBeforeSignIn = (waitMs: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `Too many failed sign-ins, try again in ${retryAfterSeconds} seconds`
  return new LogyardError('overloaded', 'too-many-failed-sign-ins', message, { retryAfterSeconds })
}

export function createSignInThrottle({ clock, log }: { readonly clock: Clock; readonly log: Log }) {
  const pairs = createBoundedMap<string, Pair>(REMEMBERED)
  const addresses = createBoundedMap<string, Budget>(REMEMBERED)
  const names = createBoundedMap<string, Budget>(REMEMBERED)
  const loggedAtMs = createBoundedMap<string, number>(REMEMBERED)

  const budgetOf = (map: typeof names, key: string, { capacity, perSecond }: typeof NAME_FAILURES): Budget => {
    const nowMs = clock.monotonicMs()
    const budget = map.get(key) ?? { left: capacity, countedAtMs: nowMs }
    budget.left = Math.min(capacity, budget.left + ((nowMs - budget.countedAtMs) / 1000) * perSecond)
    budget.countedAtMs = nowMs
    map.set(key, budget)
    return budget
  }

  const pairOf = (key: string): Pair => {
    const old = pairs.get(key)
    const isOver =
      old === undefined || (old.underway === 0 && clock.monotonicMs() - old.lastFailureMs > FORGOTTEN_AFTER_MS)
    const fresh = { failures: 0, underway: 0, blockedUntilMs: 0, lastFailureMs: 0, isKnown: old?.isKnown ?? false }
    const pair = isOver ? fresh : old
    pairs.set(key, pair)
    return pair
  }

  const refuse = (waitMs: number, address: string): never => {
    const nowMs = clock.monotonicMs()
    const last = loggedAtMs.get(networkOf(address))
    if (last === undefined || nowMs - last > LOG_AGAIN_AFTER_MS) {
      loggedAtMs.set(networkOf(address), nowMs)
      log.warn({ address }, 'sign-ins from an address are slowed down after failures')
    }
    throw waitBeforeSignIn(waitMs)
  }

  return {
    /** Throws while this name has to wait at this address. Otherwise the caller must report the outcome. */
    begin(username: string, address: string) {
      const nowMs = clock.monotonicMs()
      const network = networkOf(address)
      const pair = pairOf(`${network} ${username}`)
      const addressBudget = budgetOf(addresses, network, ADDRESS_FAILURES)
      const nameBudget = budgetOf(names, username, NAME_FAILURES)
      const isGuessed = nameBudget.left < 1 && !pair.isKnown
      const free = isGuessed ? FREE_FAILURES_UNDER_ATTACK : FREE_FAILURES

      if (pair.blockedUntilMs > nowMs) refuse(pair.blockedUntilMs - nowMs, address)
      // Concurrent attempts count as failures until they end; otherwise a burst would count as one.
      if (pair.underway > 0 && pair.failures + pair.underway >= free) refuse(1000, address)
      if (addressBudget.left < 1 && !pair.isKnown)
        refuse(((1 - addressBudget.left) / ADDRESS_FAILURES.perSecond) * 1000, address)
      pair.underway += 1
      addressBudget.left -= 1
      let reserved = 1

      return {
        /** A directory is asked. However long that takes, other users of the address do not wait for the result. */
        asksElsewhere() {
          addressBudget.left += reserved
          reserved = 0
        },
        succeeded() {
          pair.underway -= 1
          pair.failures = 0
          pair.blockedUntilMs = 0
          pair.isKnown = true
          addressBudget.left += reserved
        },
        failed() {
          pair.underway -= 1
          pair.failures += 1
          pair.lastFailureMs = clock.monotonicMs()
          nameBudget.left -= 1
          addressBudget.left -= 1 - reserved
          const excess = pair.failures - free
          if (excess >= 0) pair.blockedUntilMs = pair.lastFailureMs + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** excess)
        },
        /** The password was not checked. */
        abandoned() {
          pair.underway -= 1
          addressBudget.left += reserved
        },
      }
    },
  }
}
