/** Requests of adapters, in their threads: bounded, with sentences for failures. */
import { STATUS_CODES } from 'node:http'
import { LogyardError } from '../../../platform/errors.ts'
import { type CheckedAnswer, type CheckedRequest, fetchChecked } from '../../../platform/outgoing/fetch-checked.ts'
import { reasonOf } from '../../../platform/outgoing/reason-of.ts'

export type RequestSource = (request: Omit<CheckedRequest, 'check'>) => Promise<CheckedAnswer>

/** `checkUrl` rejects unless the URL whitelist has the address. Throws an `Error` with a sentence. */
export const createRequestSource =
  (checkUrl: (url: string) => Promise<void>): RequestSource =>
  async (request) => {
    try {
      return await fetchChecked({ ...request, check: ({ href }) => checkUrl(href) })
    } catch (error) {
      request.signal?.throwIfAborted()
      const isRefused = error instanceof LogyardError && error.code === 'url-not-whitelisted'
      throw isRefused ? new Error(notWhitelisted(request.url.href), { cause: error }) : requestFailed(error)
    }
  }

/** Requests fixed addresses, which need no entry in the URL whitelist. */
export const requestFixed: RequestSource = createRequestSource(async () => undefined)

/** The brackets are part of the API. */
export const notWhitelisted = (url: string): string => `URL <${url}> is not whitelisted.`

/** Throws unless the status is a success. */
export function requireSuccess({ status, ok }: Pick<CheckedAnswer, 'status' | 'ok'>): void {
  if (!ok) throw new Error(`Request failed: ${status} ${STATUS_CODES[status] ?? ''}`.trim())
}

function requestFailed(error: unknown): Error {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  if (isLate) return new Error('Request failed: no response in time', { cause: error })
  return new Error(`Request failed: ${reasonOf(error)}`, { cause: error })
}
