import { createHmac } from 'node:crypto'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { User, UserStore } from '../accounts/user-store.ts'
import type { DirectorySignIn } from '../authentication/directory-sign-in.ts'
import type { SignInThrottle } from '../throttles/sign-in-throttle.ts'
import type { PasswordHasher } from './password-hasher.ts'

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

export interface PasswordLogin {
  readonly username: string
  readonly password: string
  readonly address: string
  /** A new session begins. */
  readonly isSignIn: boolean
}

const BELIEVED_MS = 60_000
const BELIEVED_LIMIT = 1000
/** Names are cut to this length, so that long ones cannot fill the memory. */
const LONGEST_NAME = 100

export function createPasswordCheck(deps: {
  readonly accounts: Accounts
  readonly users: UserStore
  readonly directory: DirectorySignIn
  readonly hasher: PasswordHasher
  readonly throttle: SignInThrottle
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly onRefused: (attempt: { readonly username: string | undefined; readonly address: string }) => void
}) {
  const { accounts, users, directory, hasher, throttle, clock, log } = deps

  // Scripts send the password with each request, so a verified one is cached instead of running Argon2 again. The
  // throttle still applies, or the cache would confirm guesses at full speed. The key covers the stored hash, so a
  // changed password is never found.
  const processKey = deps.ids.bytes(32)
  const believedUntilMs = createBoundedMap<string, number>(BELIEVED_LIMIT)
  const underway = new Map<string, Promise<string | undefined>>()
  const proofOf = (user: User, password: string) =>
    createHmac('sha256', processKey).update(`${user.id} ${user.password_hash} `).update(password).digest('base64')

  const replaceOutdated = async (user: User, password: string) => {
    if (!hasher.isOutdated(user.password_hash)) return
    const password_hash = await hasher.hash(password)
    await users.update(user.id, (stored) =>
      stored.password_hash === user.password_hash ? { ...stored, password_hash } : stored,
    )
  }

  const attempt = async (
    user: User | undefined,
    { username, password, address }: Pick<PasswordLogin, 'username' | 'password' | 'address'>,
    elsewhere: Elsewhere,
  ): Promise<string | undefined> => {
    const trying = await throttle.begin(username.slice(0, LONGEST_NAME), address)
    const proof = user === undefined ? undefined : proofOf(user, password)
    if (proof !== undefined && (believedUntilMs.get(proof) ?? 0) > clock.monotonicMs()) {
      await trying.abandoned()
      return user?.id
    }
    let userId: string | undefined
    let believed: string | undefined
    try {
      believed = await elsewhere.believed()
      const isOwn = believed === undefined && (await hasher.verify(user?.password_hash ?? '', password))
      if (isOwn && proof !== undefined) believedUntilMs.set(proof, clock.monotonicMs() + BELIEVED_MS)
      if (!isOwn && believed === undefined) trying.asksElsewhere()
      if (believed === undefined) userId = isOwn ? user?.id : await elsewhere.verify()
    } catch (error) {
      await trying.abandoned()
      throw error
    }
    if (believed !== undefined) {
      await trying.abandoned()
      return believed
    }
    if (userId !== undefined) {
      await trying.succeeded()
      return userId
    }
    await trying.failed()
    // Users sometimes type a password in the name field, so only existing names are logged.
    log.info({ username: user?.username, address }, 'password refused')
    deps.onRefused({ username: user?.username, address })
    return undefined
  }

  /** Users of this server sign in without the directory, whatever happens to it. */
  const check = async (user: User, login: Omit<PasswordLogin, 'isSignIn'>, elsewhere: Elsewhere) => {
    // Concurrent requests with the same password share one check, and count as one attempt.
    const key = `${login.address} ${elsewhere === nowhere} ${proofOf(user, login.password)}`
    const running = underway.get(key) ?? attempt(user, login, elsewhere)
    underway.set(key, running)
    try {
      return await running
    } finally {
      underway.delete(key)
    }
  }

  return {
    /** The id of the user with this name and password, if passwords are allowed. Throws after too many failures. */
    async signIn(login: PasswordLogin) {
      const known = (await accounts.read()).findByName(login.username)
      const user = known?.user
      if (!hasOwnPassword(user)) {
        const believed = login.isSignIn ? noUser : () => directory.believed(login)
        return attempt(undefined, login, { believed, verify: () => directory.verify(login) })
      }
      const elsewhere = { believed: noUser, verify: () => verifyElsewhere(directory, login) }
      const userId = await check(user, login, known?.isRoot ? nowhere : elsewhere)
      if (userId === user.id) await replaceOutdated(user, login.password)
      return userId
    },
    /** Whether this is the user's password. Counts as a sign-in attempt for the throttle. */
    isPasswordOf: async (user: User, password: string, address: string) =>
      (await check(user, { username: user.username, password, address }, nowhere)) !== undefined,
  }
}

/** Asked for users whose password is not stored here. */
interface Elsewhere {
  believed(): Promise<string | undefined>
  verify(): Promise<string | undefined>
}
const noUser = async (): Promise<string | undefined> => undefined
const nowhere: Elsewhere = { believed: noUser, verify: noUser }

const hasOwnPassword = (user: User | undefined): user is User =>
  user !== undefined && !user.external && user.account_status === 'enabled' && user.password_hash !== ''

/** The user has a password here, so the answer does not depend on a directory that cannot be asked. */
async function verifyElsewhere(directory: DirectorySignIn, login: PasswordLogin): Promise<string | undefined> {
  try {
    return await directory.verify(login)
  } catch (error) {
    if (error instanceof LogyardError && error.code === 'auth-service-unavailable') return undefined
    throw error
  }
}
