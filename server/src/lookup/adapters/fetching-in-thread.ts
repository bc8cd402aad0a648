/**
 * Adapters that ask a service for each key. Each has a thread, where its requests are made and the responses are read: a
 * response that ends the thread is the failure of that adapter only.
 */
import { type CalledThread, createCalledThread, ThreadEnded } from '../../platform/threads/called-thread.ts'
import { urlNotWhitelisted } from '../../url-whitelist/url-whitelist-errors.ts'
import { textOfKey } from '../lookup-results.ts'
import type { AdapterStart, FetchingAdapter } from './adapter.ts'
import { isKeyProblem } from './key-problem.ts'
import type { AskingConfig, LookupFunctions, LookupOwner, LookupThreadData } from './lookup-thread.ts'

/** Of the thread of one adapter. */
const MEMORY_MB = 256

/** A failed lookup is the error state of the adapter until one succeeds, unless the key was the reason. */
export function fetchingInThread(config: AskingConfig, start: AdapterStart): FetchingAdapter {
  const thread = startThread(config, start)
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

function startThread(config: AskingConfig, start: AdapterStart): CalledThread<LookupFunctions> {
  const { id, name, outside, clock, log, urlWhitelist, notifications, threatIntel } = start
  const data: LookupThreadData = { name, config, otx: outside.otx.href, whois: outside.whois }
  const ours: LookupOwner = {
    async checkUrl(url: string) {
      if (!(await urlWhitelist.isAllowed(url))) throw urlNotWhitelisted(url)
    },
    raiseNotice: (details) => notifications.raise('generic', 'normal', details),
    otxApiKey: () => threatIntel.otxApiKey(),
  }
  const program = new URL('./lookup-program.ts', import.meta.url)
  return createCalledThread({ name: `data adapter ${id}`, program, data, memoryMb: MEMORY_MB, clock, log, ours })
}

function sentenceOf(error: unknown): string {
  if (error instanceof ThreadEnded) return `The thread that asks the source was ended: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}
