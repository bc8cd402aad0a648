import type { FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { ensureBuiltInRoles } from './accounts/built-in-roles.ts'
import type { RootSettings } from './accounts/root-user.ts'
import { type AuthServices, createAuthServices } from './auth-services/auth-services.ts'
import { type Authentication, createAuthentication } from './authentication/authentication.ts'
import { openIdentityStores } from './identity-stores.ts'
import { createDirectorySignIn } from './ldap/directory-sign-in.ts'
import { createDirectoryTests, type DirectoryTests } from './ldap/directory-test.ts'
import type { InitialPassword } from './passwords/initial-password.ts'
import { passwordAuthenticator } from './passwords/password-authenticator.ts'
import { type ChangePassword, createPasswordChange } from './passwords/password-change.ts'
import { createPasswordCheck } from './passwords/password-check.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import { ensureRootPassword } from './passwords/root-password.ts'
import { createSignInThrottle } from './passwords/sign-in-throttle.ts'
import { createRoles, type Roles } from './roles/role-service.ts'
import { sessionAuthenticator } from './sessions/session-authenticator.ts'
import { createSessions, type Sessions } from './sessions/session-service.ts'
import { createEntityDeletion, type DeleteEntity } from './shares/entity-deletion.ts'
import { createEntityRegistry, type EntityRegistry } from './shares/entity-registry.ts'
import { createGrants, type Grants } from './shares/grants.ts'
import { createShares, type Shares } from './shares/share-service.ts'
import { createUserShares, type UserShares } from './shares/user-shares.ts'
import { tokenAuthenticator } from './tokens/token-authenticator.ts'
import { createTokens, type Tokens } from './tokens/token-service.ts'
import { createTrustedHeader } from './trusted-header/trusted-header.ts'
import { ensureSidecarUser } from './users/sidecar-user.ts'
import { createUsers, type Users } from './users/user-service.ts'

export interface IdentityDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly root: RootSettings
  /** `LOGYARD_ADMIN_PASSWORD`; if empty, the stored password stays, or one is generated at the first start. */
  readonly rootPassword: string
  readonly initialPassword: InitialPassword
  readonly addressOf: (request: FastifyRequest) => string
  /** Whether the direct peer of the request is a trusted proxy. */
  readonly isFromTrustedProxy: (request: FastifyRequest) => boolean
  /** Called for each password that was refused; the name only if a user has it. */
  readonly onSignInRefused: (attempt: { readonly username: string | undefined; readonly address: string }) => void
}

/** Users, roles, grants and credentials: who may sign in, and what each user may do. */
export interface Identity extends Authentication, AsyncDisposable {
  readonly accounts: Accounts
  readonly users: Users
  readonly roles: Roles
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly authServices: AuthServices
  readonly directoryTests: DirectoryTests
  readonly changePassword: ChangePassword
  /** Other areas register their kinds of entities here. */
  readonly entities: EntityRegistry
  readonly grants: Grants
  readonly deleteEntity: DeleteEntity
  readonly shares: Shares
  readonly userShares: UserShares
  readonly addressOf: (request: FastifyRequest) => string
  /** The generated password of the root user, to be printed until its first use. */
  readonly unusedRootPassword: string | undefined
}

const PURGE_EVERY_MS = 5 * 60_000

export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const { settings, clock, ids, log, addressOf } = deps
  const hasher = createPasswordHasher({ ids })
  const stores = openIdentityStores(settings)
  await ensureBuiltInRoles({ settings, store: stores.roles, ids })
  await ensureSidecarUser({ ...stores, ids })
  const unusedRootPassword = await ensureRootPassword({
    ...deps,
    store: stores.rootPassword,
    hasher,
    configured: deps.rootPassword,
  })

  const accounts = createAccounts({ settings, stores, root: deps.root })
  const sessions = createSessions({ settings, store: stores.sessions, clock, ids, log })
  const tokens = createTokens({ settings, store: stores.tokens, clock, ids, log })
  const throttle = createSignInThrottle({ clock, log })
  const authServices = createAuthServices({ settings, accounts, ids })
  const directory = createDirectorySignIn({ ...deps, users: stores.users, accounts, authServices })
  const passwords = createPasswordCheck({
    accounts,
    users: stores.users,
    directory,
    hasher,
    throttle,
    clock,
    ids,
    log,
    onRefused: deps.onSignInRefused,
  })
  const entities = createEntityRegistry()
  const grants = createGrants({ store: stores.grants, accounts, clock, ids })
  const belongings = {
    sessions: sessions.endings,
    all: async (userId: string) => [
      ...(await sessions.endings(userId)),
      ...(await tokens.endings(userId)),
      ...(await grants.deletingGrantee(userId)),
    ],
  }
  const users = createUsers({ settings, store: stores.users, accounts, hasher, ids, belongings })

  const purging = purgeCredentials(deps.scheduler, sessions, tokens)

  const authentication = createAuthentication({
    accounts,
    authenticators: [sessionAuthenticator(sessions), tokenAuthenticator(tokens), passwordAuthenticator(passwords)],
    trustedUserIdOf: createTrustedHeader({ ...deps, authServices, accounts, directory }).userIdOf,
    addressOf,
  })

  return {
    ...removingInitialPassword(authentication, deps.initialPassword),
    accounts,
    users,
    roles: createRoles({ settings, store: stores.roles, accounts, ids, users }),
    sessions,
    tokens,
    authServices,
    directoryTests: createDirectoryTests({ authServices }),
    changePassword: createPasswordChange({ settings, users: stores.users, sessions, accounts, hasher, passwords }),
    entities,
    grants,
    deleteEntity: createEntityDeletion({ settings, grants, users }),
    shares: createShares({ settings, accounts, grants, entities }),
    userShares: createUserShares({ accounts, entities }),
    addressOf,
    unusedRootPassword,
    async [Symbol.asyncDispose]() {
      await purging[Symbol.asyncDispose]()
      await sessions[Symbol.asyncDispose]()
      await tokens[Symbol.asyncDispose]()
      authServices[Symbol.dispose]()
      accounts[Symbol.dispose]()
    },
  }
}

const purgeCredentials = (scheduler: IdentityDeps['scheduler'], sessions: Sessions, tokens: Tokens) =>
  scheduler.add({
    name: 'expired-credentials',
    everyMs: PURGE_EVERY_MS,
    scope: 'cluster',
    async run(signal) {
      await sessions.purge()
      signal.throwIfAborted()
      await tokens.purge()
    },
  })

/** The file with the generated password of the root user goes when the user first signs in. */
const removingInitialPassword = (authentication: Authentication, initialPassword: InitialPassword): Authentication => ({
  ...authentication,
  async signIn(username, password, address) {
    const account = await authentication.signIn(username, password, address)
    if (account?.isRoot) initialPassword.remove()
    return account
  },
})
