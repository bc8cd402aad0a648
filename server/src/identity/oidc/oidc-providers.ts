/** The stored OpenID Connect providers; several can be active at once. */
import {
  OIDC_ORIGIN,
  type OidcProvider,
  type OidcProviderCreate,
  type OidcProviderDraft,
} from '@logyard/contract/identity/oidc'
import { commitRetrying } from '../../platform/settings/commit-retrying.ts'
import { createReplica } from '../../platform/settings/replica.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { oidcProviderInUse, oidcProviderNotFound, oidcProviderTaken } from './oidc-errors.ts'
import { type OidcProviderStore, oidcProviderCollection, type StoredOidcProvider } from './oidc-provider-store.ts'
import { readOidcProvider } from './read-oidc-provider.ts'

export type OidcProviders = ReturnType<typeof createOidcProviders>

/** `auth_service_id` of the users of a provider. */
export const originOfProvider = (id: string) => `${OIDC_ORIGIN}${id}`

export function createOidcProviders(deps: {
  readonly settings: SettingsStore
  readonly accounts: Pick<Accounts, 'read'>
}) {
  const { settings, accounts } = deps
  const store = settings.collection(oidcProviderCollection)
  const replica = createReplica(settings, oidcProviderCollection)
  const find = async (id: string) => {
    await replica.fresh()
    return replica.find(id)
  }
  return {
    /** Sorted by title. */
    async list() {
      await replica.fresh()
      return replica.list().toSorted((a, b) => a.title.localeCompare(b.title))
    },
    find,
    async get(id: string) {
      const found = await find(id)
      if (found === undefined) throw oidcProviderNotFound(id)
      return found
    },
    create: ({ id, ...draft }: OidcProviderCreate) =>
      commitRetrying(settings, async () => {
        if ((await store.find(id)) !== undefined) throw oidcProviderTaken(id)
        const provider = readOidcProvider(draft, id, undefined)
        return { writes: [store.inserting(provider)], answer: provider }
      }),
    update: (id: string, draft: OidcProviderDraft) =>
      changing(store, id, (before) => readOidcProvider(draft, id, before)),
    setActive: (id: string, active: boolean) => changing(store, id, (before) => ({ ...before, active })),
    /** Throws while the provider is active or users came from it. */
    delete: (id: string) =>
      commitRetrying(settings, async () => {
        const stored = await store.findVersioned(id)
        if (stored === undefined) throw oidcProviderNotFound(id)
        const origin = originOfProvider(id)
        const hasUsers = (await accounts.read()).stored().some(({ user }) => user.auth_service_id === origin)
        if (stored.document.active || hasUsers) throw oidcProviderInUse(id)
        return { writes: [store.deleting(id, stored.version)], answer: undefined }
      }),
    [Symbol.dispose]: () => replica[Symbol.dispose](),
  }
}

async function changing(
  store: OidcProviderStore,
  id: string,
  change: (before: StoredOidcProvider) => StoredOidcProvider,
): Promise<StoredOidcProvider> {
  const changed = await store.update(id, change)
  if (changed === undefined) throw oidcProviderNotFound(id)
  return changed
}

/** Without its secret. */
export const oidcProviderAnswer = ({ client_secret, ...facts }: StoredOidcProvider): OidcProvider => ({
  ...facts,
  client_secret: { is_set: client_secret !== '' },
})
