/**
 * Adapters that ask a service for each key. Each has a thread, where its requests are made and the responses are read: a
 * response that ends the thread is the failure of that adapter only.
 */
import { ThreadEnded } from '../../platform/threads/called-thread.ts'
import { textOfKey } from '../lookup-results.ts'
import type { AdapterStart, FetchingAdapter } from './adapter.ts'
import { createAdapterThread } from './adapter-thread.ts'
import { isKeyProblem } from './key-problem.ts'
import type { AskingConfig, LookupFunctions, LookupThreadData } from './lookup-thread.ts'

/** The memory limit of the thread of one adapter. */
const MEMORY_MB = 256

/** A failed lookup is the error state of the adapter until one succeeds, unless the key was the reason. */
export function fetchingInThread(config: AskingConfig, start: AdapterStart): FetchingAdapter {
  const { outside } = start
  const data: LookupThreadData = { config, otx: outside.otx.href, whois: outside.whois }
  const program = new URL('./lookup-program.ts', import.meta.url)
  const thread = createAdapterThread<LookupFunctions>(start, { program, data, memoryMb: MEMORY_MB })
  return {
    kind: 'fetching',
    async lookUp(key, signal) {
      try {
        const result = await thread.call('lookUp', textOfKey(key), { signal })
        start.report(undefined)
        return result
      } catch (error) {
        if (!signal.aborted && !isKeyProblem(error)) start.report(sentenceOf(error))
        throw error
      }
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ThreadEnded) return `The thread that asks the source was ended: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
