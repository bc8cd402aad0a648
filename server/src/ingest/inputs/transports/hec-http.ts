/** The Splunk HTTP Event Collector: events, raw lines and health. */
import { type BodyNotes, packBody } from '@logyard/codecs/batch/packed-body'
import {
  checkHecEvents,
  HEC_HEALTHY,
  HEC_INVALID_TOKEN,
  HEC_NO_DATA,
  HEC_SERVER_BUSY,
  HEC_SUCCESS,
  HEC_TOKEN_REQUIRED,
  type HecAnswer,
} from '@logyard/codecs/hec/hec-answers'
import { HEC_ENDPOINT, HEC_PARAMETERS, HEC_RAW } from '@logyard/codecs/hec/hec-codec'
import { BATCH_LIMITS, type HttpRequest, listenForHttp, maxBodyBytes } from './http-listener.ts'
import type { HttpResponse } from './http-response.ts'
import { storeAll } from './http-store.ts'
import { holdsToken, shownTokens, tokenOf } from './sender-token.ts'
import type { StartTransport } from './transport.ts'

const EVENT_PATHS = new Set(['/services/collector', '/services/collector/event', '/services/collector/event/1.0'])
const RAW_PATHS = new Set(['/services/collector/raw', '/services/collector/raw/1.0'])
const HEALTH_PATHS = new Set(['/services/collector/health', '/services/collector/health/1.0'])
const MAX_PARAMETER_LENGTH = 1024

export const hecHttpTransport: StartTransport = async (deps) => {
  const { configuration, intake } = deps
  const token = tokenOf(configuration)
  const limits = { ...BATCH_LIMITS, maxBodyBytes: maxBodyBytes(configuration, BATCH_LIMITS.maxBodyBytes) }

  async function receive({ incoming, query, peer, readBody }: HttpRequest, isRaw: boolean): Promise<HttpResponse> {
    if (!holdsToken(incoming, token)) {
      return httpResponse(shownTokens(incoming).length === 0 ? HEC_TOKEN_REQUIRED : HEC_INVALID_TOKEN)
    }
    const body = await readBody()
    if (!Buffer.isBuffer(body)) return body
    const verdict = isRaw ? checkRaw(body) : checkHecEvents(body)
    if (verdict.status !== HEC_SUCCESS.status) return httpResponse(verdict)
    const payload = packBody({ ...(isRaw ? { [HEC_ENDPOINT]: HEC_RAW } : {}), ...parameters(query) }, body)
    return storeAll(intake, [payload], peer, httpResponse(HEC_SUCCESS), httpResponse(HEC_SERVER_BUSY))
  }

  return listenForHttp(deps, limits, (request): Promise<HttpResponse> | HttpResponse => {
    const { method, path } = request
    if (method === 'OPTIONS') return { status: 200 }
    if (HEALTH_PATHS.has(path)) return httpResponse(intake.isFull() ? HEC_SERVER_BUSY : HEC_HEALTHY)
    const isRaw = RAW_PATHS.has(path)
    if (!isRaw && !EVENT_PATHS.has(path)) return { status: 404 }
    if (method !== 'POST') return { status: 405, headers: { Allow: 'POST, OPTIONS' } }
    return receive(request, isRaw)
  })
}

const httpResponse = ({ status, body }: HecAnswer): HttpResponse => ({ status, body })

const checkRaw = (body: Buffer): HecAnswer => (body.toString('latin1').trim() === '' ? HEC_NO_DATA : HEC_SUCCESS)

function parameters(query: URLSearchParams): BodyNotes {
  const given = HEC_PARAMETERS.map((name) => [name, query.get(name)] as const)
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value === null ? [] : [[name, value.slice(0, MAX_PARAMETER_LENGTH)]])),
  )
}
