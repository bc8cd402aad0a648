/** The program of the thread that requests HTTP addresses for the main thread. */
import { connectCalls } from '../threads/thread-calls.ts'
import { ownerPort, threadData } from '../threads/thread-data.ts'
import { type CheckedAnswer, type CheckedRequest, fetchChecked } from './fetch-checked.ts'
import { reasonOf } from './reason-of.ts'

type SentRequest = Omit<CheckedRequest, 'url' | 'headers' | 'signal' | 'check' | 'resolve'> & {
  readonly id: number
  readonly url: string
  readonly headers?: [name: string, value: string][]
}

export interface FetchFunctions extends Record<string, (input: never, signal: AbortSignal) => unknown> {
  readonly fetch: (
    request: SentRequest,
    signal: AbortSignal,
  ) => Promise<
    Omit<CheckedAnswer, 'headers' | 'body'> & { readonly headers: [string, string][]; readonly body: Uint8Array }
  >
}

export interface FetchOwner extends Record<string, (input: never) => unknown> {
  /** The `check` of the request with this id. */
  readonly check: (address: { readonly id: number; readonly url: string }) => Promise<void>
}

threadData()
const functions: FetchFunctions = {
  async fetch({ id, url, headers, ...request }, signal) {
    try {
      const answer = await fetchChecked({
        ...request,
        url: new URL(url),
        ...(headers === undefined ? {} : { headers: new Headers(headers) }),
        signal,
        check: ({ href }) => owner.call('check', { id, url: href }),
      })
      return { ...answer, headers: [...answer.headers] }
    } catch (error) {
      // The cause has the reason, and does not reach the other thread.
      throw error instanceof TypeError ? new Error(reasonOf(error)) : error
    }
  },
}
const owner = connectCalls<FetchOwner>(ownerPort(), functions)
