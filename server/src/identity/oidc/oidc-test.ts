/** Tests of an issuer: reads its metadata and its keys. Nothing is stored. */
import type { OidcTest, OidcTestResult } from '@logyard/contract/identity/oidc'
import { type Configuration, customFetch } from 'openid-client'
import { Value } from 'typebox/value'
import type { Clock } from '../../platform/clock.ts'
import { createFairQueue, type Turn } from '../../platform/fair-queue/fair-queue.ts'
import { failureOf } from './failure-of.ts'
import { problemOfIssuer } from './issuer-url.ts'
import { oidcTestsExhausted } from './oidc-errors.ts'
import type { ProviderConnections } from './provider-connections.ts'
import { type ProviderFetchDeps, problemOfAddress } from './provider-fetch.ts'
import { KeySet } from './provider-keys.ts'

export type OidcTests = (test: OidcTest, turn: Turn) => Promise<OidcTestResult>

const TESTS_AT_ONCE = 8
export const OIDC_TESTS_OF_USER = 2
const MAX_WAITING_TESTS = 20
const SHOWN = 50
const SHOWN_CHARACTERS = 200

interface OidcTestsDeps extends Pick<ProviderFetchDeps, 'isUrlAllowed'> {
  readonly connections: ProviderConnections
  readonly clock: Clock
}

export function createOidcTests({ connections, isUrlAllowed, clock }: OidcTestsDeps): OidcTests {
  const queue = createFairQueue({
    clock,
    places: TESTS_AT_ONCE,
    reservedPlaces: 1,
    placesOfOwner: OIDC_TESTS_OF_USER,
    waiting: MAX_WAITING_TESTS,
    refuseFullOwner: () => oidcTestsExhausted(OIDC_TESTS_OF_USER),
  })
  return async ({ issuer }, turn) => {
    const problem = problemOfIssuer(issuer)
    if (problem !== undefined) return { success: false, errors: [problem], announced: null }
    using _place = await queue.acquire(turn)
    try {
      const connection = await connections.discover(issuer)
      const refused = await refusedAddresses(connection, isUrlAllowed)
      const announced = await announcedBy(connection, refused)
      const errors = [...refused.values(), ...problemsOf(announced, refused)]
      return { success: errors.length === 0, errors, announced }
    } catch (error) {
      return { success: false, errors: [failureOf(error).reason], announced: null }
    }
  }
}

type Announced = NonNullable<OidcTestResult['announced']>

/** The addresses that sign-ins request, but must not, and why. */
async function refusedAddresses(
  connection: Configuration,
  isUrlAllowed: OidcTestsDeps['isUrlAllowed'],
): Promise<ReadonlyMap<string, string>> {
  const { token_endpoint, jwks_uri, userinfo_endpoint } = connection.serverMetadata()
  const refused = new Map<string, string>()
  for (const address of [token_endpoint, jwks_uri, userinfo_endpoint]) {
    if (address === undefined) continue
    const problem = URL.canParse(address)
      ? await problemOfAddress(new URL(address), isUrlAllowed)
      : `${address.slice(0, SHOWN_CHARACTERS)} is not a URL.`
    if (problem !== undefined) refused.set(address, problem)
  }
  return refused
}

async function announcedBy(connection: Configuration, refused: ReadonlyMap<string, string>): Promise<Announced> {
  const metadata = connection.serverMetadata()
  const { jwks_uri: keys } = metadata
  const address = (text: string | undefined) => (text ?? '').slice(0, SHOWN_CHARACTERS * 10)
  return {
    authorization_endpoint: address(metadata.authorization_endpoint),
    token_endpoint: address(metadata.token_endpoint),
    jwks_uri: address(metadata.jwks_uri),
    userinfo_endpoint: metadata.userinfo_endpoint === undefined ? null : address(metadata.userinfo_endpoint),
    end_session_endpoint: metadata.end_session_endpoint === undefined ? null : address(metadata.end_session_endpoint),
    signing_keys: keys === undefined || refused.has(keys) ? 0 : await countKeys(connection, keys),
    scopes: shown(metadata.scopes_supported),
    claims: shown(metadata.claims_supported),
    has_back_channel_logout: metadata.backchannel_logout_supported === true,
    has_pkce: connection.serverMetadata().supportsPKCE('S256'),
  }
}

async function countKeys(connection: Configuration, address: string): Promise<number> {
  const fetchFrom = connection[customFetch]
  if (fetchFrom === undefined) return 0
  const answer = await fetchFrom(address, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
  const keys: unknown = await answer.json().catch(() => undefined)
  return Value.Check(KeySet, keys) ? keys.keys.length : 0
}

const shown = (texts: unknown): string[] =>
  Array.isArray(texts)
    ? texts.filter((text) => typeof text === 'string' && text.length <= SHOWN_CHARACTERS).slice(0, SHOWN)
    : []

function problemsOf(announced: Announced, refused: ReadonlyMap<string, string>): string[] {
  const missing = [
    announced.authorization_endpoint === '' ? 'authorization_endpoint' : '',
    announced.token_endpoint === '' ? 'token_endpoint' : '',
    announced.jwks_uri === '' ? 'jwks_uri' : '',
  ].filter((name) => name !== '')
  const errors = missing.map((name) => `The provider announces no ${name}.`)
  const areKeysRead = announced.jwks_uri !== '' && !refused.has(announced.jwks_uri)
  if (areKeysRead && announced.signing_keys === 0) errors.push('The provider publishes no signing keys.')
  return errors
}
