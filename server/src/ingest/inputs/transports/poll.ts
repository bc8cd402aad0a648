/** Fetches a JSON resource periodically. A failed fetch is logged and does not stop the next one. */
import { booleanSetting, countSetting, textSetting } from '@logyard/codecs/config-fields'
import { fetchChecked, isHttp } from '../../../platform/outgoing/fetch-checked.ts'
import { maskCredentials } from '../../../platform/server-log/mask-credentials.ts'
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

async function poll({ intake }: TransportDeps, url: URL, headers: Headers, signal: AbortSignal): Promise<void> {
  const answer = await fetchChecked({ url, headers, signal, limitMs: FETCH_MS, maxBytes: MAX_RAW_BYTES })
  if (!answer.ok) throw new Error(`the answer has status ${answer.status}`)
  // If the journal is full, the value is dropped: it would be outdated by the time there is room.
  intake.append(answer.body, { address: url.hostname, port: 0 })
}

function targetUrl(configuration: TransportDeps['configuration']): URL {
  const text = textSetting(configuration, 'target_url') ?? ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && isHttp(url)) return url
  throw new InputFailure(`${maskCredentials(text)} is not an HTTP address that can be fetched`)
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
