/** Verifies the token by which a provider says that a session there is over (OpenID Connect Back-Channel Logout 1.0). */
import { decodeJwt, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { ProviderProblem } from './oidc-errors.ts'
import { CLOCK_TOLERANCE_SECONDS } from './provider-connections.ts'

/** Providers send the token at once. */
export const LOGOUT_TOKEN_SECONDS = 120
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Keys that the provider publishes; never the secret of the client, nor `none`. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Some providers name no type, or the general one. Types such as `at+jwt` are of other tokens. */
const TYPES: ReadonlySet<string> = new Set(['', 'jwt', 'logout+jwt', 'application/logout+jwt'])
const LONGEST_ID = 255

/** The session at the provider that is over. At least one of the ids is known. */
export interface EndedLogin {
  readonly subject: string | undefined
  /** Without it, all sessions of the person are over. */
  readonly sid: string | undefined
}

export interface ProvenLogout extends EndedLogin {
  /** Id of the token; used once. */
  readonly tokenId: string
  readonly issuedAtMs: number
}

/** The token is invalid. The message has a constant text, and is for the log. */
export class LogoutTokenProblem extends Error {
  override readonly name = 'LogoutTokenProblem'
}

interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly keys: JWTVerifyGetKey
  readonly now: Date
}

/** Rejects with a `LogoutTokenProblem`, or with a `ProviderProblem` if the keys cannot be read. */
export async function proveLogout(token: string, expected: Expected): Promise<ProvenLogout> {
  const { payload, type } = await verified(token, expected)
  if (!TYPES.has(type.toLowerCase())) throw new LogoutTokenProblem('it is a token of another type')
  // An ID token has a nonce; it must never end a session.
  if (Object.hasOwn(payload, 'nonce')) throw new LogoutTokenProblem('it has a nonce')
  if (!isObject(ownValue(payload['events'], EVENT)))
    throw new LogoutTokenProblem('it is not about the end of a session')
  const tokenId = readId(payload, 'jti')
  if (tokenId === undefined) throw new LogoutTokenProblem('it has no id')
  const [subject, sid] = [readId(payload, 'sub'), readId(payload, 'sid')]
  if (subject === undefined && sid === undefined)
    throw new LogoutTokenProblem('it names neither a person nor a session')
  return { subject, sid, tokenId, issuedAtMs: Number(payload.iat) * 1000 }
}

/** Throws for a text that need not be verified, so that it costs the provider no request. */
export function requireAddressed(token: string, clientId: string): void {
  try {
    const { aud } = decodeJwt(token)
    if ([aud].flat().includes(clientId)) return
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new LogoutTokenProblem(error.message, { cause: error })
  }
  throw new LogoutTokenProblem('it is for another client')
}

async function verified(token: string, { issuer, clientId, keys, now }: Expected) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    return { payload, type: protectedHeader.typ ?? '' }
  } catch (error) {
    if (error instanceof ProviderProblem || !(error instanceof Error)) throw error
    throw new LogoutTokenProblem(error.message, { cause: error })
  }
}

/** Undefined if the claim is missing; a claim that is not an id makes the token invalid. */
function readId(payload: JWTPayload, name: string): string | undefined {
  const value: unknown = payload[name]
  if (value === undefined) return undefined
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_ID) return value
  throw new LogoutTokenProblem(`its claim ${name} is not an id`)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownValue = (object: unknown, name: string): unknown =>
  isObject(object) && Object.hasOwn(object, name) ? Object(object)[name] : undefined
