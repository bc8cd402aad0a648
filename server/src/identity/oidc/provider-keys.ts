/** Bounds the keys that a provider publishes: how many there are, and how long they are. */
import type { CustomFetch } from 'openid-client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ProviderProblem } from './oidc-errors.ts'

export const KeySet = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) })

const MAX_KEYS = 100
/** OpenSSL does not verify with longer ones. */
const MAX_RSA_BITS = 16_384

/** Requests to `keysAddress` reject with a `ProviderProblem` when the keys exceed a limit. */
export function withBoundedKeys(fetchFrom: CustomFetch, keysAddress: string | undefined): CustomFetch {
  if (keysAddress === undefined || !URL.canParse(keysAddress)) return fetchFrom
  const { href } = new URL(keysAddress)
  return async (address, options) => {
    const response = await fetchFrom(address, options)
    if (new URL(address).href !== href) return response
    const problem = problemOfKeys(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    )
    if (problem !== undefined) throw new ProviderProblem(`The provider publishes ${problem}.`)
    return response
  }
}

function problemOfKeys(set: unknown): string | undefined {
  // The caller says what is wrong with other responses.
  if (!Value.Check(KeySet, set)) return undefined
  if (set.keys.length > MAX_KEYS) return `more than ${MAX_KEYS} keys`
  return set.keys.some(isTooLong) ? `an RSA key of more than ${MAX_RSA_BITS} bits` : undefined
}

const isTooLong = (key: object): boolean =>
  'n' in key && typeof key.n === 'string' && Buffer.byteLength(key.n, 'base64url') * 8 > MAX_RSA_BITS
