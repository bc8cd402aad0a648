/** Exchanges the code of a callback for the claims of a person. */
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client'
import { systemClock } from '../../platform/clock.ts'
import type { Claims } from './claims.ts'
import { CLOCK_TOLERANCE_SECONDS } from './provider-connections.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'

export interface ProvenPerson {
  readonly claims: Claims
  readonly subject: string
  /** The session at the provider; empty if the provider does not tell. */
  readonly sid: string
  readonly idToken: string
}

/** An ID token is for one sign-in; some providers let it live as long as their sessions. */
const LONGEST_ID_TOKEN_SECONDS = 400 * 86_400

/** Rejects with an error of `openid-client` if a value is missing, invalid or not signed. */
export async function exchangeCode(
  connection: Configuration,
  attempt: SignInAttempt,
  search: string,
): Promise<ProvenPerson> {
  const callback = new URL(attempt.redirectUri)
  callback.search = search
  const tokens = await authorizationCodeGrant(connection, callback, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  })
  const proven = tokens.claims()
  if (proven === undefined) throw new TypeError('the answer has no ID token')
  requirePlausibleTimes(proven)
  const { userinfo_endpoint: userInfo } = connection.serverMetadata()
  // Most providers put only few claims into the ID token.
  const more = userInfo === undefined ? {} : await fetchUserInfo(connection, tokens.access_token, proven.sub)
  return {
    // Signed claims have precedence.
    claims: { ...more, ...proven },
    subject: proven.sub,
    sid: typeof proven['sid'] === 'string' ? proven['sid'] : '',
    idToken: tokens.id_token ?? '',
  }
}

/** The library refuses an `exp` that is over, by the time of the machine, but no time that lies ahead. */
function requirePlausibleTimes({ iat, exp }: { readonly iat: number; readonly exp: number }): void {
  const now = systemClock.now().getTime() / 1000
  if (iat > exp) throw new TypeError('the ID token was issued after its end')
  if (iat > now + CLOCK_TOLERANCE_SECONDS) {
    throw new TypeError('the ID token was issued in the future: the clock of the provider or of the server is wrong')
  }
  if (exp > now + LONGEST_ID_TOKEN_SECONDS) throw new TypeError('the ID token is valid for more than 400 days')
}
