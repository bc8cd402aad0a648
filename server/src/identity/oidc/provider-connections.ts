/** Caches the metadata of providers: each sign-in needs it, and anyone can begin a sign-in. */

import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { createRemoteJWKSet, customFetch as fetchKeysBy, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import type { Clock } from '../../platform/clock.ts'
import { isLoopback } from './issuer-url.ts'
import { ProviderProblem } from './oidc-errors.ts'
import type { StoredOidcProvider } from './oidc-provider-store.ts'
import { createProviderFetch, type ProviderFetchDeps } from './provider-fetch.ts'
import { withBoundedKeys } from './provider-keys.ts'

export type ProviderConnections = ReturnType<typeof createProviderConnections>

export type ConnectedProvider = Pick<StoredOidcProvider, 'issuer' | 'client_id' | 'client_secret'>

export const ANNOUNCED_MS = 10 * 60_000
/** A provider that failed is not requested again for this time. */
const FAILED_MS = 5000
const CACHED_PROVIDERS = 100
export const CLOCK_TOLERANCE_SECONDS = 60

/** Anyone can send tokens with unknown keys: the keys of the provider are requested again only after this time. */
const KEYS_AGAIN_MS = 30_000

interface Cached {
  readonly connection: Promise<Configuration>
  untilMs: number
  keys?: JWTVerifyGetKey
}

export function createProviderConnections({ clock, ...fetching }: ProviderFetchDeps & { readonly clock: Clock }) {
  const fetchFrom = createProviderFetch(fetching)
  const cache = createBoundedMap<string, Cached>(CACHED_PROVIDERS)
  const announced = async (issuer: string, clientId: string) => {
    const connection = await discovery(new URL(issuer), clientId, undefined, None(), {
      [customFetch]: fetchFrom,
      ...(isLoopback(new URL(issuer)) ? { execute: [allowInsecureRequests] } : {}),
    })
    requireWebPages(connection)
    connection[customFetch] = withBoundedKeys(fetchFrom, connection.serverMetadata().jwks_uri)
    return connection
  }
  const connect = async ({ issuer, client_id: clientId, client_secret: secret }: ConnectedProvider) => {
    const metadata = (await announced(issuer, clientId)).serverMetadata()
    const client = { [clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const authentication = clientAuthentication(metadata.token_endpoint_auth_methods_supported, secret)
    const configuration = new Configuration(metadata, clientId, client, authentication)
    configuration[customFetch] = withBoundedKeys(fetchFrom, metadata.jwks_uri)
    // Each ID token is verified with the keys of the provider, although it comes from the provider itself.
    enableNonRepudiationChecks(configuration)
    if (isLoopback(new URL(issuer))) allowInsecureRequests(configuration)
    return configuration
  }
  const cachedOf = (provider: ConnectedProvider): Cached => {
    const { issuer, client_id, client_secret } = provider
    const key = JSON.stringify([issuer, client_id, client_secret])
    const known = cache.get(key)
    if (known !== undefined && known.untilMs > clock.monotonicMs()) return known
    const connecting: Cached = { connection: connect(provider), untilMs: clock.monotonicMs() + ANNOUNCED_MS }
    cache.set(key, connecting)
    connecting.connection.catch(() => {
      connecting.untilMs = clock.monotonicMs() + FAILED_MS
    })
    return connecting
  }
  return {
    /** Always asks the issuer. */
    discover: (issuer: string) => announced(issuer, 'test'),
    /** Rejects when the provider does not answer, or with an error of `openid-client`. */
    connect: (provider: ConnectedProvider) => cachedOf(provider).connection,
    /** Who signs the tokens of the provider, and with which keys. Rejects as `connect` does. */
    async signer(provider: ConnectedProvider) {
      const cached = cachedOf(provider)
      const { issuer, jwks_uri: address } = (await cached.connection).serverMetadata()
      if (address === undefined || !URL.canParse(address)) throw new ProviderProblem('The provider announces no keys.')
      cached.keys ??= keysAt(new URL(address), withBoundedKeys(fetchFrom, address))
      return { issuer, keys: cached.keys }
    },
  }
}

/** Browsers are sent to these addresses, so they must be pages of the web, and no script. */
function requireWebPages(connection: Configuration): void {
  const { authorization_endpoint, end_session_endpoint } = connection.serverMetadata()
  for (const [name, address] of Object.entries({ authorization_endpoint, end_session_endpoint })) {
    if (address === undefined) continue
    const isPage = URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)
    if (!isPage) throw new ProviderProblem(`The provider announces an ${name} that is no http or https URL.`)
  }
}

const keysAt = (address: URL, fetchFrom: CustomFetch): JWTVerifyGetKey =>
  createRemoteJWKSet(address, {
    cooldownDuration: KEYS_AGAIN_MS,
    cacheMaxAge: ANNOUNCED_MS,
    [fetchKeysBy]: (url, { headers, signal }) =>
      fetchFrom(url, {
        method: 'GET',
        headers: Object.fromEntries(headers),
        body: undefined,
        redirect: 'manual',
        signal,
      }),
  })

function clientAuthentication(methods: readonly string[] | undefined, secret: string) {
  if (secret === '') return None()
  // A provider that announces nothing accepts the basic method.
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  return isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}
