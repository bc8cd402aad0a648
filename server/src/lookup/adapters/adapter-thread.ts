/** The thread of a data adapter: what foreign services answer is read there, and the settings are asked here. */
import {
  type CalledThread,
  type CalledThreadOptions,
  createCalledThread,
} from '../../platform/threads/called-thread.ts'
import type { CallableFunctions } from '../../platform/threads/thread-calls.ts'
import { urlNotWhitelisted } from '../../url-whitelist/url-whitelist-errors.ts'
import type { AdapterStart } from './adapter.ts'
import { notWhitelisted } from './http/request-source.ts'

/** What the thread asks the main thread for. */
export interface AdapterOwner extends Record<string, (input: never) => unknown> {
  /** Rejects unless the URL whitelist has the address. */
  readonly checkUrl: (url: string) => Promise<void>
  readonly otxApiKey: () => Promise<string | null>
}

type AdapterThreadOptions = Pick<CalledThreadOptions, 'program' | 'data' | 'memoryMb' | 'idleMs'>

const TITLE = 'URL not whitelisted.'

/** Raises a notice when the whitelist starts to refuse the adapter. */
export function createAdapterThread<Theirs extends CallableFunctions>(
  { id, name, clock, log, urlWhitelist, notifications, threatIntel }: AdapterStart,
  options: AdapterThreadOptions,
): CalledThread<Theirs> {
  let isRefused = false
  const ours: AdapterOwner = {
    async checkUrl(url: string) {
      if (await urlWhitelist.isAllowed(url)) return
      if (!isRefused) {
        isRefused = true
        const description = `The data adapter "${name}" may not request its data. ${notWhitelisted(url)}`
        await notifications.raise('generic', 'normal', { title: TITLE, description, page: 'url-whitelist' })
      }
      throw urlNotWhitelisted(url)
    },
    otxApiKey: () => threatIntel.otxApiKey(),
  }
  const thread = createCalledThread<Theirs>({ ...options, name: `data adapter ${id}`, clock, log, ours })
  return {
    call(called, input, callOptions) {
      const output = thread.call(called, input, callOptions)
      const accepted = () => {
        isRefused = false
      }
      output.then(accepted, () => undefined)
      return output
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
