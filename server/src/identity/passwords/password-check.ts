import { createHmac } from 'node:crypto'
import { createBoundedMap } from '../../platform/bounded-map.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { User, UserStore } from '../accounts/user-store.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export interface PasswordCheck {
  /** The user with this name and password, if passwords are allowed. Throws after too many failures. */
  signIn(username: string, password: string, address: string): Promise<User | undefined>
  /** Whether this is the user's password. Counts as a sign-in attempt for the throttle. */
  isPasswordOf(user: User, password: string, address: string): Promise<boolean>
}

const BELIEVED_MS = 60_000
const BELIEVED_LIMIT = 1000
/** Names are cut to this length, so that long ones cannot fill the memory. */
const LONGEST_NAME = 100

export function createPasswordCheck(deps: {
  readonly accounts: Accounts
  readonly users: UserStore
  readonly hasher: PasswordHasher
  readonly throttle: SignInThrottle
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly onRefused: (attempt: { readonly username: string | undefined; readonly address: string }) => void
}): PasswordCheck {
  const { accounts, users, hasher, throttle, clock, log } = deps

  // Scripts send the password with each request, so a verified one is cached instead of running Argon2 again. The
  // throttle still applies, or the cache would confirm guesses at full speed. The key covers the stored hash, so a
  // changed password is never found.
  const processKey = deps.ids.bytes(32)
  const believedUntilMs = createBoundedMap<string, number>(BELIEVED_LIMIT)
  const underway = new Map<string, Promise<boolean>>()
  const proofOf = (user: User, password: string) =>
    createHmac('sha256', processKey).update(`${user.id} ${user.password_hash} `).update(password).digest('base64')

  const replaceOutdated = async (user: User, password: string) => {
    if (!hasher.isOutdated(user.password_hash)) return
    const password_hash = await hasher.hash(password)
    await users.update(user.id, (stored) =>
      stored.password_hash === user.password_hash ? { ...stored, password_hash } : stored,
    )
  }

  const attempt = async (user: User | undefined, username: string, password: string, address: string) => {
    const trying = throttle.begin(username.slice(0, LONGEST_NAME), address)
    const proof = user === undefined ? undefined : proofOf(user, password)
    if (proof !== undefined && (believedUntilMs.get(proof) ?? 0) > clock.monotonicMs()) {
      trying.abandoned()
      return true
    }
    try {
      if (await hasher.verify(user?.password_hash ?? '', password)) {
        trying.succeeded()
        if (proof !== undefined) believedUntilMs.set(proof, clock.monotonicMs() + BELIEVED_MS)
        return true
      }
    } catch (error) {
      trying.abandoned()
      throw error
    }
    trying.failed()
    // Users sometimes type a password in the name field, so only existing names are logged.
    log.info({ username: user?.username, address }, 'password refused')
    deps.onRefused({ username: user?.username, address })
    return false
  }

  const check = async (user: User, password: string, address: string): Promise<boolean> => {
    // Concurrent requests with the same password share one check, and count as one attempt.
    const key = `${address} ${proofOf(user, password)}`
    const running = underway.get(key) ?? attempt(user, user.username, password, address)
    underway.set(key, running)
    try {
      return await running
    } finally {
      underway.delete(key)
    }
  }

  return {
    async signIn(username, password, address) {
      const user = (await accounts.read()).findByName(username)?.user
      if (user === undefined || user.external || user.account_status !== 'enabled' || user.password_hash === '') {
        await attempt(undefined, username, password, address)
        return undefined
      }
      if (!(await check(user, password, address))) return undefined
      await replaceOutdated(user, password)
      return user
    },
    isPasswordOf: check,
  }
}
