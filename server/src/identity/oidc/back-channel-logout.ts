/** Ends the sessions of a person who signed out at a provider: the provider tells the server, without a browser. */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Sessions } from '../sessions/session-service.ts'
import type { SharedBudgets } from '../throttles/shared-budgets.ts'
import type { UsedOnce } from '../throttles/used-once.ts'
import {
  LOGOUT_TOKEN_SECONDS,
  LogoutTokenProblem,
  type ProvenLogout,
  proveLogout,
  requireAddressed,
} from './logout-token.ts'
import { logoutTokenRefused, oidcUnavailable } from './oidc-errors.ts'
import type { StoredOidcProvider } from './oidc-provider-store.ts'
import type { OidcProviders } from './oidc-providers.ts'
import { CLOCK_TOLERANCE_SECONDS, type ProviderConnections } from './provider-connections.ts'
import { isNamedBy, type RecentLogouts } from './recent-logouts.ts'
import { createOidcSignInBudget } from './sign-in-budget.ts'

/** Answers whose sessions ended; undefined if there were none. */
export type BackChannelLogout = (request: LogoutRequest) => Promise<string | undefined>

interface LogoutRequest {
  readonly providerId: string
  readonly token: string
  readonly address: string
}

interface Deps {
  readonly providers: Pick<OidcProviders, 'find'>
  readonly connections: ProviderConnections
  readonly sessions: Pick<Sessions, 'closeOfProvider'>
  readonly logouts: RecentLogouts
  readonly usedOnce: UsedOnce
  readonly budgets: SharedBudgets
  readonly clock: Clock
  readonly log: Log
}

/** Longer than a token is valid. */
const USED_FOR_MS = (LOGOUT_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000

export function createBackChannelLogout(deps: Deps): BackChannelLogout {
  const { providers, sessions, logouts, usedOnce, clock, log } = deps
  const budget = createOidcSignInBudget(deps.budgets, 'log-outs by providers')

  async function prove(provider: StoredOidcProvider, { token, address }: LogoutRequest): Promise<ProvenLogout> {
    try {
      requireAddressed(token, provider.client_id)
      const { issuer, keys } = await deps.connections.signer(provider)
      const proven = await proveLogout(token, { issuer, clientId: provider.client_id, keys, now: clock.now() })
      if (await usedOnce.isUsed(usedKey(provider, proven))) throw new LogoutTokenProblem('it was used before')
      return proven
    } catch (error) {
      if (!(error instanceof Error)) throw error
      log.warn({ providerId: provider.id, address, reason: error.message }, 'log-out by a provider refused')
      if (error instanceof LogoutTokenProblem) throw logoutTokenRefused({ cause: error })
      throw oidcUnavailable()
    }
  }

  return async (request) => {
    const { providerId, address } = request
    await budget.spend(address)
    // A provider that is not active any more can still end the sessions that came from it.
    const provider = await providers.find(providerId)
    // Callers who are not signed in must not learn which providers exist.
    if (provider === undefined) throw logoutTokenRefused()
    const proven = await prove(provider, request)
    budget.restore(address, 1)
    await logouts.note(providerId, proven)
    const userIds = await sessions.closeOfProvider(providerId, {
      isEnded: (origin) => isNamedBy(origin, proven),
      // A token that somebody sends again later does not end newer sessions.
      openedBeforeMs: proven.issuedAtMs + CLOCK_TOLERANCE_SECONDS * 1000,
    })
    await usedOnce.use(usedKey(provider, proven), USED_FOR_MS)
    log.info({ providerId, sessions: userIds.length }, 'sessions ended by a provider')
    return userIds[0]
  }
}

const usedKey = ({ id }: StoredOidcProvider, { tokenId }: ProvenLogout) => ['log-out', id, tokenId]
