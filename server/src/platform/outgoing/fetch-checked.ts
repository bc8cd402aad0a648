/** Requests an HTTP address with limits of time and size, and checks it again at each redirect. */
import { Agent, fetch, type RequestInit, type Response } from 'undici'
import { connectionWords } from './connection-words.ts'
import { depthOf, type ResolveHost, resolvedOnce, resolveHost } from './inner-address.ts'
import { ConnectionFailed } from './reason-of.ts'

export interface CheckedRequest {
  readonly url: URL
  readonly method?: 'GET' | 'POST' | 'PUT'
  /** Sent only to the origin of `url`, because they may contain secrets. */
  readonly headers?: Headers
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Limit for the whole request with its redirects and its response. */
  readonly limitMs: number
  readonly maxBytes: number
  /** A longer response is cut instead of refused: for callers who need its status. */
  readonly cutsBody?: boolean
  /** A redirect is an answer like any other. */
  readonly staysHere?: boolean
  readonly signal?: AbortSignal
  /** Throws if the address may not be requested. Called for `url` and for each redirect. */
  readonly check?: (url: URL) => Promise<void>
  readonly resolve?: ResolveHost
}

export interface CheckedAnswer {
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly body: Buffer
}

const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** These repeat the method and the body; other redirects become a GET. */
const REPEATING: ReadonlySet<number> = new Set([307, 308])

export type FetchChecked = (request: CheckedRequest) => Promise<CheckedAnswer>

export async function fetchChecked(request: CheckedRequest): Promise<CheckedAnswer> {
  const limit = AbortSignal.timeout(request.limitMs)
  const signal = request.signal === undefined ? limit : AbortSignal.any([request.signal, limit])
  // A name server that changes its answer must not lead to an address that was not checked.
  const resolve = resolvedOnce(request.resolve ?? resolveHost)
  const dispatcher = connectingTo(resolve)
  try {
    const response = await follow(request, { signal, dispatcher, resolve })
    const { status, ok, headers } = response
    return { status, ok, headers: new Headers([...headers]), body: await readAtMost(response, request) }
  } finally {
    await dispatcher.destroy()
  }
}

const connectingTo = (resolve: ResolveHost) =>
  new Agent({
    connect: {
      lookup: (host, _options, callback) => {
        resolve(host).then(
          (addresses) => callback(null, [...addresses]),
          (error: NodeJS.ErrnoException) => callback(error, []),
        )
      },
      autoSelectFamily: true,
    },
  })

export const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** By hand, because the headers, the address and the method depend on where a redirect leads. */
async function follow(
  { url: target, headers, body, check, staysHere, ...request }: CheckedRequest,
  connecting: { readonly signal: AbortSignal; readonly dispatcher: Agent; readonly resolve: ResolveHost },
) {
  const { signal, dispatcher, resolve } = connecting
  let url = target
  let sent: { method: string; body?: string | Uint8Array<ArrayBuffer> } = {
    method: request.method ?? 'GET',
    ...(body === undefined ? {} : { body }),
  }
  await check?.(url)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const own = headers !== undefined && url.origin === target.origin ? { headers: [...headers] } : {}
    const response = await requested(url, { ...sent, ...own, redirect: 'manual', signal, dispatcher })
    const location = response.headers.get('location')
    if (staysHere === true || !REDIRECTS.has(response.status) || location === null) return response
    await response.body?.cancel()
    url = await redirectTarget(location, { from: url, target, resolve })
    await check?.(url)
    if (!REPEATING.has(response.status)) sent = { method: 'GET' }
  }
  throw new Error(`the answer redirects more than ${MAX_REDIRECTS} times`)
}

/** An address that cannot be reached is named in words. */
async function requested(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const words = connectionWords(error, url.host)
    throw words === undefined ? error : new ConnectionFailed(words.text, { cause: error })
  }
}

interface Redirect {
  readonly from: URL
  readonly target: URL
  readonly resolve: ResolveHost
}

async function redirectTarget(location: string, { from, target, resolve }: Redirect): Promise<URL> {
  if (!URL.canParse(location, from)) throw new Error('the answer redirects to no address')
  const url = new URL(location, from)
  if (!isHttp(url)) throw new Error(`the answer redirects to ${url.protocol} and not to an HTTP address`)
  const isElsewhere = url.hostname !== target.hostname
  if (isElsewhere && (await depthOf(url, resolve)) < (await depthOf(target, resolve))) {
    throw new Error(`the answer redirects to ${url.hostname}, which is further inside the network`)
  }
  return url
}

/** The whole body; throws if it is longer than `maxBytes`, or cuts it. */
export async function readAtMost(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  { maxBytes, cutsBody }: Pick<CheckedRequest, 'maxBytes' | 'cutsBody'>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes && cutsBody !== true) throw new Error(`the answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
    if (length > maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
