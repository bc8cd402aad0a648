/** Asks AlienVault's Open Threat Exchange about an address, a domain, a file: the lookups of the adapter `otx-api`. */
import { isIPv4, isIPv6 } from 'node:net'
import { firstAt, parseJsonPath } from '@logyard/codecs/json-path/json-path'
import { isJsonObject, parseJsonExactly } from '@logyard/codecs/json-text'
import type { OtxConfig } from '@logyard/contract/lookup/adapter-configs'
import { emptyResult } from '../../lookup-results.ts'
import type { LookupResult } from '../../lookup-tables.ts'
import { isInPrivateNetwork } from '../../private-networks.ts'
import { plainJson } from '../http/json-values.ts'
import { type RequestSource, requestFixed, requireSuccess } from '../http/request-source.ts'
import { KeyProblem } from '../key-problem.ts'

const MAX_OTX_BYTES = 16 * 2 ** 20
/** Processing does not wait longer. */
const MAX_REQUEST_MS = 9000
const PULSE_COUNT = parseJsonPath('$.pulse_info.count') ?? []
const MAX_VISITED = 10

export interface OtxLookupDeps {
  /** Asks the URL whitelist. */
  readonly request: RequestSource
  readonly otx: URL
  /** Key for adapters without one of their own. */
  readonly otxApiKey: () => Promise<string | null>
}

export function createOtxLookup(
  config: OtxConfig,
  deps: OtxLookupDeps,
): (key: string, signal: AbortSignal) => Promise<LookupResult> {
  const request = requestOtx(config, deps)
  return async (key, signal) => {
    const indicator = key.trim()
    if (indicator === '' || isInPrivateNetwork(indicator) === true) return emptyResult()
    const url = urlOf(config.api_url, sectionOf(config.indicator, indicator), indicator)
    const headers = new Headers({ accept: 'application/json', 'user-agent': config.http_user_agent })
    // The shared key is sent to OTX only: the author of an adapter may set any other address.
    const apiKey = config.api_key || (isOtx(url, deps.otx) ? await deps.otxApiKey() : null)
    if (apiKey) headers.set('x-otx-api-key', apiKey)
    const limitMs = Math.min(
      MAX_REQUEST_MS,
      config.http_connect_timeout + config.http_write_timeout + config.http_read_timeout,
    )
    const answer = await request({ url, headers, limitMs, maxBytes: MAX_OTX_BYTES, signal })
    requireSuccess(answer)
    return resultOf(parseJsonExactly(answer.body.toString('utf8')))
  }
}

export const isOtx = (url: URL, otx: URL): boolean => url.origin === otx.origin

/** OTX itself needs no entry in the whitelist: each other address does. */
function requestOtx({ api_url }: OtxConfig, { request: requestListed, otx }: OtxLookupDeps): RequestSource {
  const isPublic = URL.canParse(api_url) && isOtx(new URL(api_url), otx)
  return isPublic ? requestFixed : requestListed
}

function sectionOf(indicator: OtxConfig['indicator'], key: string): string {
  if (indicator !== 'IPAutoDetect') return indicator
  if (isIPv4(key)) return 'IPv4'
  if (isIPv6(key)) return 'IPv6'
  throw new KeyProblem('The key is not a valid IP address')
}

function urlOf(base: string, section: string, key: string): URL {
  const text = `${base.replace(/\/+$/, '')}/api/v1/indicators/${section}/${encodeURIComponent(key)}/general`
  if (!URL.canParse(text)) throw new Error('Invalid URL.')
  return new URL(text)
}

function resultOf(document: unknown): LookupResult {
  const count = firstAt(document, PULSE_COUNT, MAX_VISITED)
  const answer = plainJson(document)
  if (typeof count !== 'number' || !isJsonObject(answer)) throw new Error('The response has no number of pulses')
  return { ...emptyResult(), singleValue: count, multiValue: answer }
}
