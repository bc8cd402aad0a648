/** Sign-in through OpenID Connect providers. */
import type { FetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { type BackChannelLogout, createBackChannelLogout } from './back-channel-logout.ts'
import { createOidcProviders, type OidcProviders } from './oidc-providers.ts'
import { createOidcSignIn, type OidcSignIn, type OidcSignInDeps, TICKET_MS } from './oidc-sign-in.ts'
import { createOidcTests, type OidcTests } from './oidc-test.ts'
import { createProviderConnections } from './provider-connections.ts'
import { createRecentLogouts } from './recent-logouts.ts'

export interface Oidc {
  readonly oidcProviders: OidcProviders
  readonly oidcSignIn: OidcSignIn
  readonly oidcTests: OidcTests
  readonly backChannelLogout: BackChannelLogout
}

interface OidcDeps extends Omit<OidcSignInDeps, 'providers' | 'connections' | 'logouts'> {
  readonly settings: SettingsStore
  readonly fetchChecked: FetchChecked
  readonly isUrlAllowed: (url: string) => Promise<boolean>
  readonly providerRequestMs?: number
}

export function createOidc(deps: OidcDeps): Oidc {
  const { isUrlAllowed, clock, fetchChecked, providerRequestMs: limitMs } = deps
  const providers = createOidcProviders(deps)
  const connections = createProviderConnections({
    fetchChecked,
    isUrlAllowed,
    clock,
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  const logouts = createRecentLogouts({ clock, rememberedMs: TICKET_MS })
  const shared = { ...deps, providers, connections, logouts }
  return {
    oidcProviders: providers,
    oidcSignIn: createOidcSignIn(shared),
    oidcTests: createOidcTests({ connections, isUrlAllowed, clock }),
    backChannelLogout: createBackChannelLogout(shared),
  }
}
