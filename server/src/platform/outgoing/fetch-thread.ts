/**
 * Requests HTTP addresses in a thread: a response in a million chunks, or one whose compression is a bomb, costs
 * seconds of processor time, which the event loop of the API must not spend.
 */
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { createCalledThread, ThreadEnded } from '../threads/called-thread.ts'
import type { CheckedRequest, FetchChecked } from './fetch-checked.ts'
import type { FetchFunctions, FetchOwner } from './fetch-program.ts'

export interface FetchThread extends AsyncDisposable {
  /** Rejects with an `Error` that has the reason in its message. */
  readonly fetchChecked: FetchChecked
}

const MEMORY_MB = 256

export function createFetchThread({ clock, log }: { readonly clock: Clock; readonly log: Log }): FetchThread {
  const checks = new Map<number, CheckedRequest['check']>()
  const ours: FetchOwner = { check: async ({ id, url }) => checks.get(id)?.(new URL(url)) }
  const program = new URL('./fetch-program.ts', import.meta.url)
  const thread = createCalledThread<FetchFunctions>({
    name: 'requests',
    program,
    data: undefined,
    memoryMb: MEMORY_MB,
    clock,
    log,
    ours,
  })
  let lastId = 0
  return {
    async fetchChecked({ url, headers, signal, check, resolve: _ofTests, ...request }) {
      lastId += 1
      const id = lastId
      checks.set(id, check)
      const sent = { ...request, id, url: url.href, ...(headers === undefined ? {} : { headers: [...headers] }) }
      try {
        const answer = await thread.call('fetch', sent, signal === undefined ? {} : { signal })
        const { buffer, byteOffset, byteLength } = answer.body
        return { ...answer, headers: new Headers(answer.headers), body: Buffer.from(buffer, byteOffset, byteLength) }
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error
        throw new Error(`The thread that sends requests was ended: ${error.message}`, { cause: error })
      } finally {
        checks.delete(id)
      }
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
