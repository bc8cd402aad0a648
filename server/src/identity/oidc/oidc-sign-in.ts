/** The steps of a sign-in through a provider: begin, come back with a code, open the session; and sign out again. */
import { OIDC_DONE, type OidcFailure } from '@logyard/contract/identity/oidc'
import {
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Sessions } from '../sessions/session-service.ts'
import type { SharedBudgets } from '../throttles/shared-budgets.ts'
import type { UsedOnce } from '../throttles/used-once.ts'
import { personOf, refusalOf } from './claims.ts'
import { exchangeCode, type ProvenPerson } from './exchange-code.ts'
import { failureOf } from './failure-of.ts'
import { oidcProviderNotFound, oidcSignInsExhausted, oidcUnavailable } from './oidc-errors.ts'
import type { StoredOidcProvider } from './oidc-provider-store.ts'
import { type OidcProviders, originOfProvider } from './oidc-providers.ts'
import type { ProviderConnections } from './provider-connections.ts'
import { type ProvisionPersonDeps, provisionPerson } from './provision-person.ts'
import type { RecentLogouts } from './recent-logouts.ts'
import { readReturnPath } from './return-path.ts'
import { createAttemptSeal, type SignInAttempt } from './sign-in-attempt.ts'
import { createOidcSignInBudget } from './sign-in-budget.ts'
import type { SignInTickets } from './sign-in-tickets.ts'

export const ATTEMPT_MS = 10 * 60_000
/** Conversations with one provider; one that hangs holds up neither the server nor the users of other providers. */
export const PROVIDER_CONVERSATIONS = 32
/** A longer ID token would not fit into the address that ends the session at the provider. */
const LONGEST_HINT = 6000

export type OidcSignIn = ReturnType<typeof createOidcSignIn>

interface BeginRequest {
  readonly providerId: string
  readonly redirectUri: string
  readonly returnTo: string
  readonly address: string
}

interface Callback {
  readonly providerId: string
  /** The query as it came. */
  readonly search: string
  readonly cookie: string
  readonly address: string
}

export type Finished = {
  /** Path of the attempt; undefined if this browser has begun none. */
  readonly returnTo: string | undefined
  readonly redirectUri: string | undefined
  /** Whether the cookie of the attempt is used up. */
  readonly isOver: boolean
} & (
  | { readonly outcome: typeof OIDC_DONE; readonly ticket: string; readonly account: Account }
  | { readonly outcome: OidcFailure }
)

export interface OidcSignInDeps extends ProvisionPersonDeps {
  readonly providers: OidcProviders
  readonly connections: ProviderConnections
  readonly logouts: RecentLogouts
  readonly sessions: Sessions
  readonly tickets: SignInTickets
  readonly usedOnce: UsedOnce
  readonly budgets: SharedBudgets
  readonly clock: Clock
  readonly log: Log
  readonly onRefused: (attempt: { readonly username: string | undefined; readonly address: string }) => void
}

type State = ReturnType<typeof createState>

function createState(deps: OidcSignInDeps) {
  return {
    ...deps,
    seal: createAttemptSeal(deps.ids, deps.settings),
    budget: createOidcSignInBudget(deps.budgets, 'sign-ins by providers'),
    /** Number of conversations by the id of the provider. */
    conversations: new Map<string, number>(),
  }
}

export function createOidcSignIn(deps: OidcSignInDeps) {
  const state = createState(deps)
  return {
    /** Where the browser goes, and the content of its cookie. */
    begin: (request: BeginRequest) => begin(state, request),
    finish: (callback: Callback) => finish(state, callback),
    /** The account of a finished sign-in; works once. */
    redeem: (ticket: string) => redeem(state, ticket),
    /** Ends the session, and resolves with the address that ends the session at the provider, if there is one. */
    signOut: (sessionId: string, returnTo: string | undefined) => signOut(state, sessionId, returnTo),
  }
}

async function begin(state: State, { providerId, redirectUri, returnTo, address }: BeginRequest) {
  const { providers, connections, budget, seal, clock, log } = state
  const path = readReturnPath(returnTo)
  await budget.spend(address)
  const provider = await providers.find(providerId)
  if (provider?.active !== true) throw oidcProviderNotFound(providerId)
  const attempt: SignInAttempt = {
    providerId,
    redirectUri,
    returnTo: path,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    untilMs: clock.now().getTime() + ATTEMPT_MS,
  }
  const connection = await conversing(state, provider, () => connections.connect(provider)).catch((error: unknown) => {
    const { failure, reason } = failureOf(error)
    if (failure === 'busy') throw error
    log.warn({ providerId, reason }, 'sign-in provider could not be asked')
    throw oidcUnavailable()
  })
  const location = buildAuthorizationUrl(connection, {
    redirect_uri: redirectUri,
    scope: provider.scopes.join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  })
  return { location: location.href, cookie: seal.seal(attempt) }
}

async function conversing<T>({ conversations }: State, { id }: StoredOidcProvider, talk: () => Promise<T>): Promise<T> {
  const underway = conversations.get(id) ?? 0
  if (underway >= PROVIDER_CONVERSATIONS) throw oidcSignInsExhausted(1)
  conversations.set(id, underway + 1)
  try {
    return await talk()
  } finally {
    const left = (conversations.get(id) ?? 1) - 1
    if (left === 0) conversations.delete(id)
    else conversations.set(id, left)
  }
}

async function finish(state: State, callback: Callback): Promise<Finished> {
  const { providers, seal, clock, usedOnce, budget } = state
  const attempt = callback.cookie === '' ? undefined : seal.open(callback.cookie)
  const given = new URLSearchParams(callback.search).get('state')
  const isOurs = attempt !== undefined && attempt.providerId === callback.providerId && attempt.state === given
  const isValid =
    isOurs && attempt.untilMs > clock.now().getTime() && (await usedOnce.use(['sign-in', attempt.state], ATTEMPT_MS))
  const { returnTo, redirectUri } = isOurs ? attempt : {}
  if (!isValid) return { outcome: 'expired', returnTo, redirectUri, isOver: isOurs }
  const over = { returnTo, redirectUri, isOver: true }
  const provider = await providers.find(attempt.providerId)
  if (provider?.active !== true) return { outcome: 'rejected', ...over }
  const { log, connections } = state
  try {
    await budget.spend(callback.address)
    const logoutsBefore = await state.logouts.noted()
    const person = await conversing(state, provider, async () =>
      exchangeCode(await connections.connect(provider), attempt, callback.search),
    )
    return { ...(await admit(state, provider, person, { address: callback.address, logoutsBefore })), ...over }
  } catch (error) {
    const { failure, reason } = failureOf(error)
    log.warn({ providerId: provider.id, address: callback.address, reason }, 'sign-in through a provider failed')
    if (failure === 'rejected') state.onRefused({ username: undefined, address: callback.address })
    return { outcome: failure, ...over }
  }
}

async function admit(
  state: State,
  provider: StoredOidcProvider,
  proven: ProvenPerson,
  { address, logoutsBefore }: { readonly address: string; readonly logoutsBefore: readonly string[] },
) {
  const { accounts, tickets, log, budget } = state
  const { claims, subject, sid, idToken } = proven
  const refusal = refusalOf(claims, provider)
  const provisioned =
    refusal === undefined ? await provisionPerson(state, provider, personOf(claims, subject, provider)) : { refusal }
  if ('refusal' in provisioned) {
    const facts = { providerId: provider.id, subject: subject.slice(0, 255), address, reason: provisioned.refusal }
    log.warn(facts, 'person of a provider refused')
    state.onRefused({ username: undefined, address })
    return { outcome: 'not-allowed' as const }
  }
  const account = (await accounts.read()).findById(provisioned.userId)
  if (account === undefined) return { outcome: 'not-allowed' as const }
  const origin = { provider_id: provider.id, subject, sid, id_token: idToken.length > LONGEST_HINT ? '' : idToken }
  const ticket = await tickets.issue({ userId: provisioned.userId, origin, logoutsBefore })
  budget.restore(address, 2)
  return { outcome: OIDC_DONE, ticket, account } as const
}

async function redeem({ tickets, providers, accounts, logouts }: State, ticket: string) {
  const found = await tickets.redeem(ticket)
  if (found === undefined) return undefined
  const { userId, origin } = found
  if (await logouts.isOver(origin, found.logoutsBefore)) return undefined
  const provider = await providers.find(origin.provider_id)
  const account = (await accounts.read()).findById(userId)
  // Both may have changed since the browser came back.
  const isAllowed =
    provider?.active === true &&
    account?.user.account_status === 'enabled' &&
    account.user.auth_service_id === originOfProvider(provider.id)
  return isAllowed ? { account, origin } : undefined
}

/** Signing out must work whatever happens to the provider. */
async function signOut(state: State, sessionId: string, returnTo: string | undefined): Promise<string | null> {
  const { sessions, providers, connections, log } = state
  const origin = await sessions.originOf(sessionId)
  await sessions.close(sessionId)
  const provider = origin === undefined ? undefined : await providers.find(origin.provider_id)
  if (origin === undefined || provider === undefined || !provider.signs_out) return null
  try {
    const connection = await conversing(state, provider, () => connections.connect(provider))
    if (connection.serverMetadata().end_session_endpoint === undefined) return null
    const parameters = {
      ...(origin.id_token === '' ? {} : { id_token_hint: origin.id_token }),
      ...(returnTo === undefined ? {} : { post_logout_redirect_uri: returnTo }),
    }
    return buildEndSessionUrl(connection, parameters).href
  } catch (error) {
    const { reason } = failureOf(error)
    log.warn({ providerId: provider.id, reason }, 'session at a provider stays: the provider could not be asked')
    return null
  }
}
