/** The authentication services: which ones are stored, and which of them is active. */
import type { AuthBackend, AuthBackendDraft } from '@logyard/contract/identity/auth-services'
import { DEFAULT_USERNAME_HEADER, type TrustedHeaderConfig } from '@logyard/contract/identity/trusted-header'
import type { Ids } from '../../platform/ids.ts'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import { createReplica, type Replica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { activeServiceUnknown, authServiceInUse, authServiceNotFound } from './auth-service-errors.ts'
import {
  AUTHENTICATION,
  type AuthenticationSettings,
  type AuthenticationStore,
  type AuthServiceStore,
  authenticationCollection,
  authServiceCollection,
  NO_AUTHENTICATION_SETTINGS,
  type StoredAuthService,
} from './auth-service-store.ts'
import { readAuthService } from './read-auth-service.ts'

export type AuthServices = ReturnType<typeof createAuthServices>

interface AuthServicesDeps {
  readonly settings: SettingsStore
  readonly accounts: Pick<Accounts, 'read'>
  readonly ids: Ids
}

interface State extends AuthServicesDeps {
  readonly store: AuthServiceStore
  readonly common: AuthenticationStore
  readonly services: Replica<StoredAuthService>
  readonly commons: Replica<AuthenticationSettings>
}

export function createAuthServices(deps: AuthServicesDeps) {
  const { settings } = deps
  const store = settings.collection(authServiceCollection)
  const common = settings.collection(authenticationCollection)
  const services = createReplica(settings, authServiceCollection)
  const commons = createReplica(settings, authenticationCollection)
  const state = { ...deps, store, common, services, commons }
  const get = async (id: string) => {
    const found = await findService(state, id)
    if (found === undefined) throw authServiceNotFound(id)
    return found
  }
  return {
    async list() {
      await services.fresh()
      return services.list()
    },
    find: (id: string) => findService(state, id),
    get,
    async active() {
      const id = (await commonSettings(state)).active_backend
      return id === null ? undefined : findService(state, id)
    },
    create: (draft: AuthBackendDraft) => store.insert(readAuthService(draft, deps.ids.next(), undefined)),
    async update(id: string, draft: AuthBackendDraft) {
      const stored = await store.findVersioned(id)
      if (stored === undefined) throw authServiceNotFound(id)
      const service = readAuthService(draft, id, stored.document)
      await settings.commit([store.replacing(service, stored.version)])
      return service
    },
    /** Throws while the service is active or users came from it. */
    delete: (id: string) => deleteService(state, id),
    activeId: async () => (await commonSettings(state)).active_backend,
    activate: (id: string | null) =>
      changeCommon(state, async (before) => {
        if (id !== null && (await store.find(id)) === undefined) throw activeServiceUnknown(id)
        return { ...before, active_backend: id }
      }),
    trustedHeader: async () =>
      (await commonSettings(state)).trusted_header ?? { enabled: false, username_header: DEFAULT_USERNAME_HEADER },
    /** The stored settings; undefined if there are none. */
    storedTrustedHeader: async () => (await commonSettings(state)).trusted_header ?? undefined,
    setTrustedHeader: (config: TrustedHeaderConfig | null) =>
      changeCommon(state, async (before) => ({ ...before, trusted_header: config })),
    [Symbol.dispose]() {
      services[Symbol.dispose]()
      commons[Symbol.dispose]()
    },
  }
}

async function findService({ services }: State, id: string): Promise<StoredAuthService | undefined> {
  await services.fresh()
  return services.find(id)
}

async function commonSettings({ commons }: State): Promise<AuthenticationSettings> {
  await commons.fresh()
  return commons.find(AUTHENTICATION) ?? NO_AUTHENTICATION_SETTINGS
}

async function changeCommon(
  { settings, common }: State,
  change: (before: AuthenticationSettings) => Promise<AuthenticationSettings>,
): Promise<void> {
  await commitRetrying(settings, async () => {
    const stored = await common.findVersioned(AUTHENTICATION)
    const next = await change(stored?.document ?? NO_AUTHENTICATION_SETTINGS)
    const write = stored === undefined ? common.inserting(next) : common.replacing(next, stored.version)
    return { writes: [write], answer: undefined }
  })
}

async function deleteService(state: State, id: string): Promise<void> {
  const { settings, store, common, accounts } = state
  await commitRetrying(settings, async () => {
    const stored = await store.findVersioned(id)
    if (stored === undefined) throw authServiceNotFound(id)
    const before = await common.findVersioned(AUTHENTICATION)
    const users = (await accounts.read()).stored().some(({ user }) => user.auth_service_id === id)
    if (users || before?.document.active_backend === id) throw authServiceInUse(id)
    // The common settings are written unchanged, so that a concurrent activation conflicts.
    const unchanged = before === undefined ? [] : [common.replacing(before.document, before.version)]
    return { writes: [store.deleting(id, stored.version), ...unchanged], answer: undefined }
  })
}

/** Without its password. */
export const authServiceAnswer = ({ config, system_user_password, ...facts }: StoredAuthService): AuthBackend => ({
  ...facts,
  config: {
    ...config,
    ca_certificates: config.ca_certificates ?? '',
    system_user_password: { is_set: system_user_password !== '' },
  },
})
