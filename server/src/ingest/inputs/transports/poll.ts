/** Fetches a JSON resource periodically. A failed fetch is logged and does not stop the next one. */
import { booleanSetting, countSetting, textSetting } from '@logyard/codecs/config-fields'
import { MAX_RAW_BYTES } from '../../journal/journal.ts'
import { createRareLog } from './rare-log.ts'
import { InputFailure, type StartTransport, type TransportDeps } from './transport.ts'
import type { TimeUnit } from './transport-fields.ts'

const UNIT_MS: Readonly<Record<TimeUnit, number>> = {
  NANOSECONDS: 1e-6,
  MICROSECONDS: 1e-3,
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
}
const MIN_INTERVAL_MS = 100
/** The longest delay of a Node timer. */
const MAX_INTERVAL_MS = 2 ** 31 - 1
const FETCH_MS = 30_000
const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export const pollTransport: StartTransport = async (deps) => {
  const { configuration, throttle, clock } = deps
  const url = targetUrl(configuration)
  const headers = requestHeaders(textSetting(configuration, 'headers') ?? '')
  const everyMs = intervalMs(configuration)
  const mayThrottle = booleanSetting(configuration, 'throttling_allowed', false)
  const stopping = new AbortController()
  const logFailure = createRareLog(deps, 'a resource could not be fetched')

  async function pollOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isDue = throttle.isProcessing() && !(mayThrottle && throttle.isThrottled())
      if (isDue) {
        try {
          await poll(deps, url, headers, stopping.signal)
        } catch (error) {
          if (stopping.signal.aborted) return
          logFailure({ err: error, url: url.origin })
        }
      }
      await clock.sleep(everyMs, stopping.signal).catch(() => undefined)
    }
  }
  const polling = pollOn()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await polling
    },
  }
}

async function poll({ intake }: TransportDeps, url: URL, headers: Headers, stopping: AbortSignal): Promise<void> {
  const answer = await follow(url, headers, AbortSignal.any([stopping, AbortSignal.timeout(FETCH_MS)]))
  const chunks: Uint8Array[] = []
  let length = 0
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel()
    throw new Error(`the answer has status ${answer.status}`)
  }
  for await (const chunk of answer.body) {
    length += chunk.length
    if (length > MAX_RAW_BYTES) throw new Error(`the answer is longer than ${MAX_RAW_BYTES} bytes`)
    chunks.push(chunk)
  }
  // If the journal is full, the value is dropped: it would be outdated by the time there is room.
  intake.append(Buffer.concat(chunks), { address: url.hostname, port: 0 })
}

/** Follows redirects by hand: the headers may hold secrets, and only the configured origin gets them. */
async function follow(target: URL, headers: Headers, signal: AbortSignal): Promise<Response> {
  let url = target
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const isTargetOrigin = url.origin === target.origin
    const answer = await fetch(url, { ...(isTargetOrigin ? { headers } : {}), redirect: 'manual', signal })
    const location = answer.headers.get('location')
    if (!REDIRECTS.has(answer.status) || location === null) return answer
    await answer.body?.cancel()
    if (!URL.canParse(location, url)) throw new Error('the answer redirects to no address')
    url = new URL(location, url)
    if (!isHttp(url)) throw new Error(`the answer redirects to ${url.protocol} and not to an HTTP address`)
  }
  throw new Error(`the answer redirects more than ${MAX_REDIRECTS} times`)
}

const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

function targetUrl(configuration: TransportDeps['configuration']): URL {
  const text = textSetting(configuration, 'target_url') ?? ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && isHttp(url)) return url
  throw new InputFailure(`${text} is not an HTTP address that can be fetched`)
}

/** `Name: value, Name2: value2` */
export function requestHeaders(text: string): Headers {
  const headers = new Headers()
  for (const part of text.split(',')) {
    const colon = part.indexOf(':')
    const name = part.slice(0, Math.max(colon, 0)).trim()
    if (name === '') continue
    try {
      headers.append(name, part.slice(colon + 1).trim())
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new InputFailure(`${name} is not a header that can be sent`, { cause: error })
    }
  }
  return headers
}

function intervalMs(configuration: TransportDeps['configuration']): number {
  const unit = textSetting(configuration, 'timeunit') ?? 'MINUTES'
  const unitMs = Object.entries(UNIT_MS).find(([name]) => name === unit)?.[1] ?? UNIT_MS.MINUTES
  return Math.min(Math.max(countSetting(configuration, 'interval', 1) * unitMs, MIN_INTERVAL_MS), MAX_INTERVAL_MS)
}
