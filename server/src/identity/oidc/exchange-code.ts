/** Exchanges the code of a callback for the claims of a person. */
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client'
import type { Claims } from './claims.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'

export interface ProvenPerson {
  readonly claims: Claims
  readonly subject: string
  /** The session at the provider; empty if the provider does not tell. */
  readonly sid: string
  readonly idToken: string
}

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
  // The library compares `exp` with the clock, but not `iat`.
  if (proven.iat > proven.exp) throw new TypeError('the ID token was issued after its end')
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
