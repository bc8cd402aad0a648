import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { networkOf } from '../../http/network-of.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { createFailedPairs, type FailedPair } from './failed-pairs.ts'
import type { BudgetOf, SharedBudgets } from './shared-budgets.ts'
import { createThrottleKeys } from './throttle-keys.ts'

/**
 * Throttles guessing without locking accounts: it refuses one name from one address, or an address that failed with
 * many names. The same user can still sign in from another address, and so can a known user behind an address that
 * others misuse. The IPv6 addresses of one network count as one address.
 *
 * The nodes count together. A good sign-in costs no write: the first failures of a name are stored when they happen, and
 * only a name that has failed before is charged before its password is checked.
 */
export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** One attempt, whose outcome the caller must report. */
export interface SignInTry {
  /** A directory is asked. However long that takes, other users of the address do not wait for the result. */
  asksElsewhere(): void
  succeeded(): Promise<void>
  failed(): Promise<void>
  /** The password was not checked. */
  abandoned(): Promise<void>
}

const FREE_FAILURES = 5
/** Failures without a wait, for a name that is guessed from many addresses. */
const FREE_FAILURES_UNDER_ATTACK = 2
const LONGEST_WAIT_MS = 60_000
const ADDRESS_FAILURES = { capacity: 30, perSecond: 0.5 }
const NAME_FAILURES = { capacity: 20, perSecond: 0.1 }
const REMEMBERED = 10_000
const LOG_AGAIN_AFTER_MS = 60_000

/** Facts about a name at an address that only this node knows. */
interface Pair {
  /** Attempts that are not stored. */
  underway: number
  /** The name has signed in from this address before. */
  isKnown: boolean
}

interface Attempt {
  readonly username: string
  readonly address: string
  readonly network: string
  /** Id of the name at the address in the settings. */
  readonly id: string
  readonly pair: Pair
}

interface State {
  readonly clock: Clock
  readonly pairs: ReturnType<typeof createFailedPairs>
  readonly addresses: BudgetOf
  readonly names: BudgetOf
}

const waitBeforeSignIn = (waitMs: number) => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const message = `Too many failed sign-ins, try again in ${retryAfterSeconds} seconds`
  return new LogyardError('overloaded', 'too-many-failed-sign-ins', message, { retryAfterSeconds })
}

export function createSignInThrottle(deps: {
  readonly settings: SettingsStore
  readonly budgets: SharedBudgets
  readonly clock: Clock
  readonly log: Log
}) {
  const { settings, budgets, clock, log } = deps
  const keyOf = createThrottleKeys(settings)
  const local = createBoundedMap<string, Pair>(REMEMBERED)
  const loggedAtMs = createBoundedMap<string, number>(REMEMBERED)
  const state: State = {
    clock,
    pairs: createFailedPairs({ settings, clock }),
    addresses: budgets.budget('address failures', ADDRESS_FAILURES),
    names: budgets.budget('name failures', NAME_FAILURES),
  }

  function pairOf(id: string): Pair {
    const pair = local.get(id) ?? { underway: 0, isKnown: false }
    local.set(id, pair)
    return pair
  }

  function logRefusal(address: string): void {
    const nowMs = clock.monotonicMs()
    const last = loggedAtMs.get(networkOf(address))
    if (last !== undefined && nowMs - last <= LOG_AGAIN_AFTER_MS) return
    loggedAtMs.set(networkOf(address), nowMs)
    log.warn({ address }, 'sign-ins from an address are slowed down after failures')
  }

  return {
    /** Throws while this name has to wait at this address. */
    async begin(username: string, address: string): Promise<SignInTry> {
      await Promise.all([state.pairs.fresh(), budgets.fresh()])
      const network = networkOf(address)
      const id = keyOf('pair', network, username)
      try {
        return await begin(state, { username, address, network, id, pair: pairOf(id) })
      } catch (error) {
        if (error instanceof LogyardError && error.kind === 'overloaded') logRefusal(address)
        throw error
      }
    },
    purge: state.pairs.purge,
    [Symbol.dispose]: () => state.pairs[Symbol.dispose](),
  }
}

async function begin(state: State, attempt: Attempt): Promise<SignInTry> {
  const { pairs, addresses } = state
  const { id, pair, network } = attempt
  requireTurn(state, attempt, pairs.find(id))
  const isCharged = (pairs.find(id)?.failures ?? 0) > 0
  addresses.spend(network, 1)
  pair.underway += isCharged ? 0 : 1
  if (!isCharged) return freeTry(state, attempt)
  try {
    await pairs.change(id, (stored) => {
      requireTurn(state, attempt, stored)
      return failedOnce(state, attempt, stored)
    })
  } catch (error) {
    addresses.restore(network, 1)
    throw error
  }
  return chargedTry(state, attempt)
}

const freeFailures = ({ names }: State, { username, pair }: Attempt, stored: FailedPair | undefined) =>
  names.left(username) < 1 && !isKnown(pair, stored) ? FREE_FAILURES_UNDER_ATTACK : FREE_FAILURES

const isKnown = (pair: Pair, stored: FailedPair | undefined) => pair.isKnown || stored?.is_known === true

function requireTurn(state: State, attempt: Attempt, stored: FailedPair | undefined): void {
  const { clock, addresses } = state
  const { pair, network } = attempt
  const waitMs =
    stored === undefined || stored.blocked_until === '' ? 0 : Date.parse(stored.blocked_until) - clock.now().getTime()
  if (waitMs > 0) throw waitBeforeSignIn(Math.min(waitMs, LONGEST_WAIT_MS))
  // Concurrent attempts count as failures until they end; otherwise a burst would count as one.
  const failures = (stored?.failures ?? 0) + pair.underway
  if (pair.underway > 0 && failures >= freeFailures(state, attempt, stored)) throw waitBeforeSignIn(1000)
  const left = addresses.left(network)
  if (left < 1 && !isKnown(pair, stored)) throw waitBeforeSignIn(((1 - left) / ADDRESS_FAILURES.perSecond) * 1000)
}

function failedOnce(state: State, attempt: Attempt, stored: FailedPair | undefined): FailedPair {
  const failures = (stored?.failures ?? 0) + 1
  const excess = failures - freeFailures(state, attempt, stored)
  const nowMs = state.clock.now().getTime()
  const blocked_until =
    excess < 0 ? '' : new Date(nowMs + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(excess, 10))).toISOString()
  return {
    id: attempt.id,
    failures,
    blocked_until,
    changed_at: new Date(nowMs).toISOString(),
    is_known: isKnown(attempt.pair, stored),
  }
}

/** Its failure is stored when it happens. */
function freeTry(state: State, attempt: Attempt): SignInTry {
  const { pair, id } = attempt
  const ended = (outcome: () => Promise<void>) => async () => {
    try {
      await outcome()
    } finally {
      pair.underway -= 1
    }
  }
  return spending(state, attempt, {
    succeeded: ended(() => noteSuccess(state, attempt)),
    failed: ended(() => state.pairs.change(id, (stored) => failedOnce(state, attempt, stored))),
    abandoned: ended(async () => undefined),
  })
}

/** Its failure is stored already. */
function chargedTry(state: State, attempt: Attempt): SignInTry {
  const refund = (stored: FailedPair | undefined): FailedPair | undefined =>
    stored === undefined ? undefined : { ...stored, failures: Math.max(0, stored.failures - 1), blocked_until: '' }
  return spending(state, attempt, {
    succeeded: () => noteSuccess(state, attempt),
    failed: async () => undefined,
    abandoned: () => state.pairs.change(attempt.id, refund),
  })
}

/** The outcomes with what they mean for the budgets of the address and the name. */
function spending(
  { addresses, names }: State,
  { network, username }: Attempt,
  outcomes: Omit<SignInTry, 'asksElsewhere'>,
): SignInTry {
  let reserved = 1
  return {
    asksElsewhere() {
      addresses.restore(network, reserved)
      reserved = 0
    },
    async succeeded() {
      addresses.restore(network, reserved)
      await outcomes.succeeded()
    },
    async failed() {
      if (reserved === 0) addresses.spend(network, 1)
      await outcomes.failed()
      names.spend(username, 1)
    },
    async abandoned() {
      addresses.restore(network, reserved)
      await outcomes.abandoned()
    },
  }
}

/** Other nodes must know the name while the address or the name is misused; otherwise nothing needs to be stored. */
async function noteSuccess({ pairs, addresses, names, clock }: State, attempt: Attempt): Promise<void> {
  const { pair, id, network, username } = attempt
  pair.isKnown = true
  await pairs.fresh()
  const stored = pairs.find(id)
  const isMisused =
    addresses.left(network) < ADDRESS_FAILURES.capacity / 2 || names.left(username) < NAME_FAILURES.capacity / 2
  if (stored === undefined && !isMisused) return
  if (stored?.is_known === true && stored.failures === 0) return
  const changed_at = clock.now().toISOString()
  await pairs.change(id, () =>
    isMisused ? { id, failures: 0, blocked_until: '', changed_at, is_known: true } : undefined,
  )
}
