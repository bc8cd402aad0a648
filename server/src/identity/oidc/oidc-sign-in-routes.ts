import * as contract from '@logyard/contract/identity/oidc'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notSignedIn } from '../../http/access.ts'
import { serve } from '../../http/serve.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { callerOf } from '../accounts/caller-of.ts'
import { legacyInstant } from '../accounts/legacy-instant.ts'
import type { Sessions } from '../sessions/session-service.ts'
import type { BackChannelLogout } from './back-channel-logout.ts'
import { apiUrlFor, consoleUrlOf } from './browser-address.ts'
import { ATTEMPT_COOKIE, readCookie, setCookie, TICKET_COOKIE } from './browser-cookies.ts'
import { oidcAddressUnknown } from './oidc-errors.ts'
import { CALLBACK } from './oidc-provider-routes.ts'
import type { OidcProviders } from './oidc-providers.ts'
import { ATTEMPT_MS, type Finished, type OidcSignIn } from './oidc-sign-in.ts'
import { TICKET_MS } from './sign-in-tickets.ts'

interface Deps {
  readonly oidcProviders: OidcProviders
  readonly oidcSignIn: OidcSignIn
  readonly backChannelLogout: BackChannelLogout
  readonly accounts: Pick<Accounts, 'read'>
  readonly sessions: Sessions
  readonly addressOf: (request: FastifyRequest) => string
  readonly apiUrl: string
}

export function oidcSignInRoutes(app: FastifyInstance, deps: Deps): void {
  const { oidcProviders, oidcSignIn, addressOf } = deps

  serve(app, contract.listOidcSignIns, async () => {
    const active = (await oidcProviders.list()).filter((provider) => provider.active)
    return { providers: active.map(({ id, title }) => ({ id, title })) }
  })

  serve(app, contract.beginOidcSignIn, async ({ params, body, request, reply }) => {
    const apiUrl = apiUrlFor(request, deps.apiUrl)
    if (apiUrl === undefined) throw oidcAddressUnknown()
    const { location, cookie } = await oidcSignIn.begin({
      providerId: params.id,
      redirectUri: `${apiUrl}${CALLBACK}${params.id}`,
      returnTo: body.return_to ?? new URL(consoleUrlOf(apiUrl)).pathname,
      address: addressOf(request),
    })
    setCookie(reply, ATTEMPT_COOKIE, { apiUrl, value: cookie, ageMs: ATTEMPT_MS })
    return { location }
  })

  serve(app, contract.finishOidcSignIn, async ({ params, request, reply }) => {
    const address = addressOf(request)
    const [, search = ''] = request.url.split(/\?(.*)/s, 2)
    const cookie = readCookie(request, ATTEMPT_COOKIE)
    const finished = await oidcSignIn.finish({ providerId: params.id, search, cookie, address })
    const apiUrl = finished.redirectUri?.slice(0, -`${CALLBACK}${params.id}`.length)
    if (apiUrl !== undefined && finished.isOver) setCookie(reply, ATTEMPT_COOKIE, { apiUrl })
    if (apiUrl !== undefined && finished.outcome === contract.OIDC_DONE) {
      // The user may have been created or changed by this request.
      request.caller = callerOf(finished.account, { credential: 'identity-provider' })
      setCookie(reply, TICKET_COOKIE, { apiUrl, value: finished.ticket, ageMs: TICKET_MS })
    }
    // The address of this request holds the code.
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.redirect(nextPage(finished, apiUrl ?? deps.apiUrl), 303)
  })

  sessionRoutes(app, deps)
  backChannelRoutes(app, deps)
}

function backChannelRoutes(app: FastifyInstance, { backChannelLogout, accounts, addressOf }: Deps): void {
  serve(app, contract.endOidcSessions, async ({ params, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const address = addressOf(request)
    const userId = await backChannelLogout({ providerId: params.id, token: body.logout_token, address })
    const account = userId === undefined ? undefined : (await accounts.read()).findById(userId)
    // The provider acts for its user.
    if (account !== undefined) request.caller = callerOf(account, { credential: 'identity-provider' })
  })
}

function sessionRoutes(app: FastifyInstance, { oidcSignIn, sessions, addressOf, ...deps }: Deps): void {
  serve(app, contract.openOidcSession, async ({ request, reply }) => {
    const ticket = readCookie(request, TICKET_COOKIE)
    const redeemed = ticket === '' ? undefined : await oidcSignIn.redeem(ticket)
    if (redeemed === undefined) throw notSignedIn()
    const { account, origin } = redeemed
    const address = addressOf(request)
    const { sessionId, validUntilMs } = await sessions.open(account, address, origin)
    request.caller = callerOf(account, { sessionId, credential: 'identity-provider' })
    const apiUrl = apiUrlFor(request, deps.apiUrl)
    if (apiUrl !== undefined) setCookie(reply, TICKET_COOKIE, { apiUrl })
    request.log.info({ userId: account.user.id, address, providerId: origin.provider_id }, 'signed in by a provider')
    return {
      session_id: sessionId,
      valid_until: legacyInstant(validUntilMs),
      username: account.user.username,
      user_id: account.user.id,
    }
  })

  serve(app, contract.signOutOfOidc, async ({ caller, request }) => {
    if (caller.sessionId === undefined) return { location: null }
    const apiUrl = apiUrlFor(request, deps.apiUrl)
    const returnTo = apiUrl === undefined ? undefined : consoleUrlOf(apiUrl)
    return { location: await oidcSignIn.signOut(caller.sessionId, returnTo) }
  })
}

/** The page of the console where the sign-in began, with its outcome. */
function nextPage({ returnTo, outcome }: Finished, apiUrl: string): string {
  const home = consoleUrlOf(apiUrl)
  if (returnTo === undefined) return `${home}?${contract.OIDC_OUTCOME}=${outcome}`
  const url = new URL(returnTo, home)
  url.searchParams.set(contract.OIDC_OUTCOME, outcome)
  return url.href
}
