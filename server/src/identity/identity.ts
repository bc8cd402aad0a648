import type { FastifyRequest } from 'fastify'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { FetchChecked } from '../platform/outgoing/fetch-checked.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { type AccessWatch, createAccessWatch } from './access/access-watch.ts'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { ensureBuiltInRoles } from './accounts/built-in-roles.ts'
import type { RootSettings } from './accounts/root-user.ts'
import { type AuthServices, createAuthServices } from './auth-services/auth-services.ts'
import { type Authentication, createAuthentication } from './authentication/authentication.ts'
import { createAuthenticators } from './authenticators.ts'
import { openIdentityDocuments } from './identity-documents.ts'
import { type IdentityStores, openIdentityStores } from './identity-stores.ts'
import { DIRECTORY_LIMITS, type DirectoryLimits } from './ldap/directory-limits.ts'
import { createDirectorySignIn } from './ldap/directory-sign-in.ts'
import { createDirectoryTests, type DirectoryTests } from './ldap/directory-test.ts'
import { createDirectoryThreads } from './ldap/directory-threads.ts'
import { createSilentAddresses } from './ldap/silent-addresses.ts'
import { createOidc, type Oidc } from './oidc/oidc.ts'
import type { InitialPassword } from './passwords/initial-password.ts'
import { type ChangePassword, createPasswordChange } from './passwords/password-change.ts'
import { createPasswordCheck } from './passwords/password-check.ts'
import { createPasswordHasher, type PasswordCost, type PasswordHasher } from './passwords/password-hasher.ts'
import { ensureRootPassword } from './passwords/root-password.ts'
import { createRoles, type Roles } from './roles/role-service.ts'
import { createSessions, type Sessions } from './sessions/session-service.ts'
import { createEntityDeletion, type EntityDeletion } from './shares/entity-deletion.ts'
import { createEntityRegistry, type EntityRegistry } from './shares/entity-registry.ts'
import { createGrants, type Grants } from './shares/grants.ts'
import { createShares, type Shares } from './shares/share-service.ts'
import { createUserShares, type UserShares } from './shares/user-shares.ts'
import type { SignInNoticeReader } from './sign-in-notice/sign-in-notice.ts'
import { createSharedBudgets } from './throttles/shared-budgets.ts'
import { createSignInThrottle } from './throttles/sign-in-throttle.ts'
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
  readonly clusterConfig: Pick<ClusterConfig, 'register'>
  readonly root: RootSettings
  /** `LOGYARD_ADMIN_PASSWORD`; if empty, the stored password stays, or one is generated at the first start. */
  readonly rootPassword: string
  readonly initialPassword: InitialPassword
  readonly addressOf: (request: FastifyRequest) => string
  /** Whether the direct peer of the request is a trusted proxy. */
  readonly isFromTrustedProxy: (request: FastifyRequest) => boolean
  readonly fetchChecked: FetchChecked
  /** Whether the URL whitelist has the address. */
  readonly isUrlAllowed: (url: string) => Promise<boolean>
  /** Cost of hashing a password; tests pass a lower one. */
  readonly passwordCost?: PasswordCost
  /** The limit of a request to a provider; tests pass a shorter one. */
  readonly providerRequestMs?: number
  /** Limits of conversations with directories; tests pass shorter ones. */
  readonly directoryLimits?: DirectoryLimits
  /** Called for each sign-in that was refused; the name only if a user has it. */
  readonly onSignInRefused: (attempt: { readonly username: string | undefined; readonly address: string }) => void
}

/** Users, roles, grants and credentials: who may sign in, and what each user may do. */
export interface Identity extends Authentication, Oidc, AsyncDisposable {
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
  readonly entityDeletion: EntityDeletion
  readonly shares: Shares
  readonly userShares: UserShares
  readonly signInNotice: SignInNoticeReader
  readonly addressOf: (request: FastifyRequest) => string
  readonly accessWatch: AccessWatch
  /** The generated password of the root user, to be printed until its first use. */
  readonly unusedRootPassword: string | undefined
}

const PURGE_EVERY_MS = 5 * 60_000

export async function createIdentity(deps: IdentityDeps): Promise<Identity> {
  const { settings, clock, ids, log, addressOf } = deps
  const documents = openIdentityDocuments(deps.clusterConfig)
  const hasher = createPasswordHasher({ ids, clock, cost: deps.passwordCost })
  const stores = openIdentityStores(settings)
  const unusedRootPassword = await ensureBuiltIns(deps, stores, hasher)

  const accounts = createAccounts({ settings, root: deps.root })
  const sessions = createSessions({ settings, store: stores.sessions, clock, ids, log })
  const tokens = createTokens({ ...deps, ...documents, store: stores.tokens })

  const budgets = createSharedBudgets({ settings, clock, log })
  const throttle = createSignInThrottle({ settings, budgets, clock, log })
  const authServices = createAuthServices({ settings, accounts, ids })
  const directories = directoriesOf(deps)
  const directory = createDirectorySignIn({ ...deps, users: stores.users, accounts, authServices, directories })
  const shared = { ...deps, users: stores.users, accounts, onRefused: deps.onSignInRefused }
  const passwords = createPasswordCheck({ ...shared, directory, hasher, throttle })
  const oidc = createOidc({ ...shared, budgets, sessions })
  const purging = purgeExpired(deps, [sessions, tokens, throttle, budgets, oidc])
  const accessWatch = createAccessWatch({ ...deps, accounts, sessions, tokens })
  const entities = createEntityRegistry()
  const grants = createGrants({ store: stores.grants, accounts, clock, ids })
  const belongings = belongingsOf({ sessions, tokens, grants })
  const users = createUsers({ ...deps, ...documents, store: stores.users, accounts, hasher, belongings })

  const authentication = createAuthentication({
    accounts,
    authenticators: createAuthenticators({ sessions, tokens, passwords }),
    tokenNameOf: tokens.nameOf,
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
    ...oidc,
    directoryTests: createDirectoryTests({ authServices, directories, clock }),
    changePassword: createPasswordChange({ ...deps, ...documents, ...stores, sessions, accounts, hasher, passwords }),
    entities,
    grants,
    entityDeletion: createEntityDeletion({ settings, grants, users }),
    shares: createShares({ settings, accounts, grants, entities }),
    userShares: createUserShares({ accounts, entities }),
    signInNotice: documents.signInNotice,
    addressOf,
    accessWatch,
    unusedRootPassword,
    async [Symbol.asyncDispose]() {
      await purging[Symbol.asyncDispose]()
      await directories[Symbol.asyncDispose]()
      await sessions[Symbol.asyncDispose]()
      await tokens[Symbol.asyncDispose]()
      documents.signInNotice[Symbol.dispose]()
      accessWatch[Symbol.dispose]()
      oidc[Symbol.dispose]()
      throttle[Symbol.dispose]()
      await budgets[Symbol.asyncDispose]()
      authServices[Symbol.dispose]()
      accounts[Symbol.dispose]()
    },
  }
}

function directoriesOf({ clock, log, directoryLimits: limits = DIRECTORY_LIMITS }: IdentityDeps) {
  const silent = createSilentAddresses({ clock, skippedMs: limits.skippedMs })
  return createDirectoryThreads({ limits, silent, clock, log })
}

/** Returns the generated password of the root user, if there is one. */
async function ensureBuiltIns(
  deps: IdentityDeps,
  stores: IdentityStores,
  hasher: PasswordHasher,
): Promise<string | undefined> {
  const { settings, ids, rootPassword: configured } = deps
  await ensureBuiltInRoles({ settings, store: stores.roles, ids })
  await ensureSidecarUser({ ...stores, ids })
  return ensureRootPassword({ ...deps, store: stores.rootPassword, sessions: stores.sessions, hasher, configured })
}

/** The records that are deleted with a user. */
const belongingsOf = ({ sessions, tokens, grants }: Pick<Identity, 'sessions' | 'tokens' | 'grants'>) => ({
  sessions: sessions.endings,
  all: async (userId: string) => [
    ...(await sessions.endings(userId)),
    ...(await tokens.endings(userId)),
    ...(await grants.deletingGrantee(userId)),
  ],
})

const purgeExpired = (deps: IdentityDeps, parts: readonly { purge(): Promise<void> }[]) =>
  deps.scheduler.add({
    name: 'expired-credentials',
    everyMs: PURGE_EVERY_MS,
    scope: 'cluster',
    deletesByAge: true,
    async run(signal) {
      for (const part of parts) {
        signal.throwIfAborted()
        await part.purge()
      }
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
