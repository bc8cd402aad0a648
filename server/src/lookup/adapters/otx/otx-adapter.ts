/** Asks AlienVault's Open Threat Exchange what is known about an address, a domain, a file. */
import { isIPv4, isIPv6 } from 'node:net'
import { firstAt, parseJsonPath } from '@logyard/codecs/json-path/json-path'
import { isJsonObject, parseJsonExactly } from '@logyard/codecs/json-text'
import type { OtxConfig } from '@logyard/contract/lookup/adapter-configs'
import { fetchChecked } from '../../../platform/outgoing/fetch-checked.ts'
import { emptyResult } from '../../lookup-results.ts'
import type { LookupResult } from '../../lookup-tables.ts'
import { isInPrivateNetwork } from '../../private-networks.ts'
import { type AdapterStart, adapterType } from '../adapter.ts'
import { atLeast, onlyErrors } from '../config-checks.ts'
import { fetching, KeyProblem } from '../fetching.ts'
import { plainJson } from '../http/json-values.ts'
import {
  createRequestSource,
  notWhitelisted,
  type RequestSource,
  requestFailed,
  requireSuccess,
} from '../http/request-source.ts'

const MAX_OTX_BYTES = 16 * 2 ** 20
/** Processing does not wait longer. */
const MAX_REQUEST_MS = 9000
const PULSE_COUNT = parseJsonPath('$.pulse_info.count') ?? []
const MAX_VISITED = 10

export const otxAdapter = adapterType({
  type: 'otx-api',
  configClass: 'org.graylog.plugins.threatintel.adapters.otx.OTXDataAdapter$Config',
  defaultConfig: {
    type: 'otx-api',
    indicator: 'IPAutoDetect',
    api_key: null,
    api_url: 'https://otx.alienvault.com',
    http_user_agent: 'Logyard Lookup',
    http_connect_timeout: 10_000,
    http_write_timeout: 10_000,
    http_read_timeout: 60_000,
  },
  secrets: ['api_key'],
  async validate({ api_url, http_connect_timeout, http_write_timeout, http_read_timeout }, { urlWhitelist, outside }) {
    const isUrl = URL.canParse(api_url)
    const isListed = isUrl && (isOtx(new URL(api_url), outside.otx) || (await urlWhitelist.isAllowed(api_url)))
    return onlyErrors({
      api_url: isUrl ? (isListed ? [] : [notWhitelisted(api_url)]) : ['Invalid URL.'],
      http_connect_timeout: atLeast(http_connect_timeout, 1),
      http_write_timeout: atLeast(http_write_timeout, 1),
      http_read_timeout: atLeast(http_read_timeout, 1),
    })
  },
  start(config, start) {
    const request = requestOtx(config, start)
    return fetching(start, async (key, signal) => {
      const indicator = key.trim()
      if (indicator === '' || isInPrivateNetwork(indicator) === true) return emptyResult()
      const url = urlOf(config.api_url, sectionOf(config.indicator, indicator), indicator)
      const headers = new Headers({ accept: 'application/json', 'user-agent': config.http_user_agent })
      // The shared key is sent to OTX only: the author of an adapter may set any other address.
      const apiKey = config.api_key || (isOtx(url, start.outside.otx) ? await start.threatIntel.otxApiKey() : null)
      if (apiKey) headers.set('x-otx-api-key', apiKey)
      const limitMs = Math.min(
        MAX_REQUEST_MS,
        config.http_connect_timeout + config.http_write_timeout + config.http_read_timeout,
      )
      const answer = await request({ url, headers, limitMs, maxBytes: MAX_OTX_BYTES, signal })
      requireSuccess(answer)
      return resultOf(parseJsonExactly(answer.body.toString('utf8')))
    })
  },
})

const isOtx = (url: URL, otx: URL) => url.origin === otx.origin

/** OTX itself needs no entry in the whitelist: each other address does. */
function requestOtx({ api_url }: OtxConfig, start: AdapterStart): RequestSource {
  const isPublic = URL.canParse(api_url) && isOtx(new URL(api_url), start.outside.otx)
  if (!isPublic) return createRequestSource(start)
  return async (request) => {
    try {
      return await fetchChecked(request)
    } catch (error) {
      request.signal?.throwIfAborted()
      throw requestFailed(error)
    }
  }
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
