/** Sends each batch as one HTTP request, in the thread of requests. Redirects are not followed. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { urlNotWhitelisted } from '../url-whitelist/url-whitelist-errors.ts'
import type { HttpSettings } from './http-settings.ts'
import { MessagesRefused, type OutputMessages, type OutputRequests, type OutputSink } from './output-type.ts'

export interface HttpBody {
  readonly contentType: string
  encode(batch: OutputMessages): Uint8Array<ArrayBuffer>
}

/** These messages would be refused again; every other status is a failure that may pass. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422])
const MAX_RESPONSE_BYTES = 4096
const compress = promisify(gzip)

export function openHttpSink(
  settings: HttpSettings,
  body: HttpBody,
  { fetchChecked, isUrlAllowed, signal }: OutputRequests & { readonly signal: AbortSignal },
): OutputSink {
  const { url, isCompressed, limitMs } = settings
  const headers = new Headers(settings.headers)
  headers.set('Content-Type', body.contentType)
  if (isCompressed) headers.set('Content-Encoding', 'gzip')
  return {
    isOpen: () => true,
    async send(batch) {
      const plain = body.encode(batch)
      const answer = await fetchChecked({
        ...{ url, method: 'POST', headers, limitMs, signal },
        body: isCompressed ? new Uint8Array(await compress(plain)) : plain,
        maxBytes: MAX_RESPONSE_BYTES,
        cutsBody: true,
        staysHere: true,
        check: async ({ href }) => {
          if (!(await isUrlAllowed(href))) throw urlNotWhitelisted(href)
        },
      })
      if (answer.ok) return 0
      const reason = `the receiver answers with status ${answer.status}`
      throw REFUSALS.has(answer.status) ? new MessagesRefused(reason) : new Error(reason)
    },
    [Symbol.dispose]: () => undefined,
  }
}
