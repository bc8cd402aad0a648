/** Sign-in through OpenID Connect providers. */
import type { FetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { createUsedOnce } from '../throttles/used-once.ts'
import { type BackChannelLogout, createBackChannelLogout } from './back-channel-logout.ts'
import { createOidcProviders, type OidcProviders } from './oidc-providers.ts'
import { createOidcSignIn, type OidcSignIn, type OidcSignInDeps } from './oidc-sign-in.ts'
import { createOidcTests, type OidcTests } from './oidc-test.ts'
import { createProviderConnections } from './provider-connections.ts'
import { createRecentLogouts } from './recent-logouts.ts'
import { createSignInTickets, TICKET_MS } from './sign-in-tickets.ts'

export interface Oidc {
  readonly oidcProviders: OidcProviders
  readonly oidcSignIn: OidcSignIn
  readonly oidcTests: OidcTests
  readonly backChannelLogout: BackChannelLogout
}

interface OidcDeps extends Omit<OidcSignInDeps, 'providers' | 'connections' | 'logouts' | 'tickets' | 'usedOnce'> {
  readonly settings: SettingsStore
  readonly fetchChecked: FetchChecked
  readonly isUrlAllowed: (url: string) => Promise<boolean>
  readonly providerRequestMs?: number
}

export function createOidc(deps: OidcDeps): Oidc & Disposable & { purge(): Promise<void> } {
  const { isUrlAllowed, clock, fetchChecked, providerRequestMs: limitMs } = deps
  const providers = createOidcProviders(deps)
  const connections = createProviderConnections({
    fetchChecked,
    isUrlAllowed,
    clock,
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  const logouts = createRecentLogouts({ ...deps, rememberedMs: TICKET_MS })
  const tickets = createSignInTickets(deps)
  const usedOnce = createUsedOnce(deps)
  const shared = { ...deps, providers, connections, logouts, tickets, usedOnce }
  return {
    oidcProviders: providers,
    oidcSignIn: createOidcSignIn(shared),
    oidcTests: createOidcTests({ connections, isUrlAllowed, clock }),
    backChannelLogout: createBackChannelLogout(shared),
    async purge() {
      for (const part of [logouts, tickets, usedOnce]) await part.purge()
    },
    [Symbol.dispose]() {
      for (const part of [providers, logouts, tickets, usedOnce]) part[Symbol.dispose]()
    },
  }
}
