/// <reference path="./oidc-provider.d.ts" />
/** A real OpenID Connect provider on a loopback address, with faults that tests switch on. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import Provider from 'oidc-provider'

export interface TestPerson {
  readonly sub: string
  readonly [claim: string]: unknown
}

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
  /** Signs its ID tokens. */
  readonly privateKey: KeyObject
  /** The person who signs in; undefined refuses. */
  person: TestPerson | undefined
  /** Accepts requests to paths that begin so, and never answers. */
  hangsAt: string | undefined
  /** Answers requests to this path itself. */
  answersAt: { readonly path: string; readonly answer: (original: string) => string } | undefined
  /** Paths of the requests so far. */
  readonly requests: readonly string[]
}

export const CLIENT_ID = 'logyard'
export const CLIENT_SECRET = 'zq-secret-of-the-client'

interface TestProviderOptions {
  readonly redirectUris: readonly string[]
  readonly postLogoutUris?: readonly string[]
  readonly backChannelLogoutUri?: string
}

type State = { -readonly [K in 'person' | 'hangsAt' | 'answersAt']: TestProvider[K] } & { requests: string[] }

export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const state: State = { person: undefined, hangsAt: undefined, answersAt: undefined, requests: [] }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = new Provider(issuer, configuration(options, state, privateKey))
  server.on('request', (request, response) => void answer(provider, state, request, response))
  return Object.assign(state, { issuer, privateKey, [Symbol.asyncDispose]: () => closed(server) })
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

async function answer(provider: Provider, state: State, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').split('?')[0] ?? ''
  state.requests.push(path)
  if (state.hangsAt !== undefined && path.startsWith(state.hangsAt)) return
  if (path.startsWith('/interaction/')) return interact(provider, state, request, response)
  const { answersAt } = state
  if (answersAt?.path === path) changeAnswer(response, answersAt.answer)
  await provider.callback()(request, response)
}

/** The provider writes each answer whole. */
function changeAnswer(response: ServerResponse, change: (original: string) => string): void {
  const end = response.end.bind(response)
  response.end = ((body: unknown) => {
    const changed = change(Buffer.isBuffer(body) || typeof body === 'string' ? body.toString() : '')
    response.removeHeader('content-length')
    response.statusCode = 200
    // A long answer goes out in pieces, as far as the other side reads it.
    if (changed.length < 100_000) return end(changed)
    Readable.from(pieces(changed)).pipe(Object.assign(response, { end }))
    return response
  }) as typeof response.end
}

function* pieces(text: string) {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
}

async function interact(provider: Provider, state: State, request: IncomingMessage, response: ServerResponse) {
  await provider.interactionDetails(request, response)
  const { person } = state
  const result = person === undefined ? { error: 'access_denied' } : { login: { accountId: person.sub } }
  await provider.interactionFinished(request, response, result)
}

function configuration(
  { redirectUris, postLogoutUris = [], backChannelLogoutUri }: TestProviderOptions,
  state: State,
  privateKey: KeyObject,
): object {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: postLogoutUris,
        id_token_signed_response_alg: 'ES256',
        ...(backChannelLogoutUri === undefined
          ? {}
          : { backchannel_logout_uri: backChannelLogoutUri, backchannel_logout_session_required: true }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'first' }] },
    cookies: { keys: ['a-key-of-the-test'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups', 'realm'],
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { logoutSource },
      backchannelLogout: { enabled: true },
    },
    // Its own requests refuse loopback addresses.
    fetch: (address: string, { dispatcher: _own, ...init }: RequestInit & { readonly dispatcher?: unknown }) =>
      fetch(address, init),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ ...(state.person?.sub === id ? state.person : {}), sub: id }),
    }),
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  }
}

/** Without the font of the provider's own page, which comes from another host. */
function logoutSource(context: { body: string }, form: string): void {
  const button = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>'
  context.body = `<!doctype html><html lang="en"><title>Sign out</title><link rel="icon" href="data:,">${form}${button}</html>`
}

interface GrantContext {
  readonly oidc: {
    readonly provider: Provider
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
  }
}
