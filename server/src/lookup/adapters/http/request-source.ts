/** Requests of adapters: bounded, refused unless the URL whitelist has the address, with sentences for failures. */
import { STATUS_CODES } from 'node:http'
import { LogyardError } from '../../../platform/errors.ts'
import type { CheckedAnswer, CheckedRequest } from '../../../platform/outgoing/fetch-checked.ts'
import type { AdapterStart } from '../adapter.ts'

export type RequestSource = (request: Omit<CheckedRequest, 'check'>) => Promise<CheckedAnswer>

const TITLE = 'URL not whitelisted.'

/** Throws an `Error` with a sentence. Raises a notification when the whitelist starts to refuse the adapter. */
export function createRequestSource({
  name,
  urlWhitelist,
  notifications,
}: Pick<AdapterStart, 'name' | 'notifications'> & {
  readonly urlWhitelist: Pick<AdapterStart['urlWhitelist'], 'fetch'>
}): RequestSource {
  let isRefused = false
  return async (request) => {
    try {
      const answer = await urlWhitelist.fetch(request)
      isRefused = false
      return answer
    } catch (error) {
      request.signal?.throwIfAborted()
      if (!(error instanceof LogyardError && error.code === 'url-not-whitelisted')) throw requestFailed(error)
      const problem = notWhitelisted(request.url.href)
      if (!isRefused) {
        isRefused = true
        const description = `The data adapter "${name}" may not request its data. ${problem}`
        await notifications.raise('generic', 'normal', { title: TITLE, description, page: 'url-whitelist' })
      }
      throw new Error(problem, { cause: error })
    }
  }
}

/** The brackets are part of the API. */
export const notWhitelisted = (url: string): string => `URL <${url}> is not whitelisted.`

/** Throws unless the status is a success. */
export function requireSuccess({ status, ok }: Pick<CheckedAnswer, 'status' | 'ok'>): void {
  if (!ok) throw new Error(`Request failed: ${status} ${STATUS_CODES[status] ?? ''}`.trim())
}

export function requestFailed(error: unknown): Error {
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  if (isLate) return new Error('Request failed: no response in time', { cause: error })
  // The cause of a failed fetch says more: connection refused, certificate expired.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new Error(`Request failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause: error })
}
