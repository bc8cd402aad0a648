/** Requests to a provider: only to allowed addresses, never redirected, with limits of time, size and structure. */
import type { CustomFetch } from 'openid-client'
import type { FetchChecked } from '../../platform/outgoing/fetch-checked.ts'
import { reasonOf } from '../../platform/outgoing/reason-of.ts'
import { isSecureUrl } from './issuer-url.ts'
import { ProviderProblem } from './oidc-errors.ts'
import { problemOfJson } from './provider-json.ts'

export const PROVIDER_REQUEST_MS = 10_000
export const PROVIDER_ANSWER_BYTES = 1024 * 1024
/** Responses of these statuses have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304])

export interface ProviderFetchDeps {
  readonly fetchChecked: FetchChecked
  /** Whether the URL whitelist has the address. */
  readonly isUrlAllowed: (url: string) => Promise<boolean>
  /** Tests pass a shorter one. */
  readonly limitMs?: number
}

export function createProviderFetch(deps: ProviderFetchDeps): CustomFetch {
  const { fetchChecked, isUrlAllowed, limitMs = PROVIDER_REQUEST_MS } = deps
  return async (address, { signal, body: sent, method, headers: given }) => {
    const url = new URL(address)
    const shown = shownOf(url)
    const refusal = await problemOfAddress(url, isUrlAllowed)
    if (refusal !== undefined) throw new ProviderProblem(refusal)
    try {
      const { status, headers, body } = await fetchChecked({
        url,
        method: method === 'POST' ? 'POST' : 'GET',
        headers: new Headers(given),
        // The library sends forms.
        ...(sent === undefined || sent === null ? {} : { body: String(sent) }),
        // A redirect could take the code and the secret elsewhere.
        staysHere: true,
        limitMs,
        maxBytes: PROVIDER_ANSWER_BYTES,
        ...(signal === undefined ? {} : { signal }),
      })
      const excess = problemOfJson(body)
      if (excess !== undefined) throw new ProviderProblem(`${shown} answered with ${excess}`)
      if (status >= 500) throw new ProviderProblem(`${shown} answered with the status ${status}`)
      return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers })
    } catch (error) {
      if (error instanceof ProviderProblem) throw error
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      if (isLate) throw new ProviderProblem(`${shown} did not answer within ${limitMs / 1000} seconds`)
      throw new ProviderProblem(`${shown} could not be requested: ${reasonOf(error).slice(0, MAX_REASON)}`, {
        cause: error,
      })
    }
  }
}

/** Why an address is not requested; undefined if it may be. */
export async function problemOfAddress(
  url: URL,
  isUrlAllowed: ProviderFetchDeps['isUrlAllowed'],
): Promise<string | undefined> {
  if (!isSecureUrl(url)) return `${shownOf(url)} is not requested: it has no TLS`
  return (await isUrlAllowed(shownOf(url))) ? undefined : `URL ${shownOf(url)} is not whitelisted.`
}

const shownOf = ({ origin, pathname }: URL) => `${origin}${pathname}`

/** Answers of a provider must not fill pages. */
const MAX_REASON = 300
