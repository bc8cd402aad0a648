/** OpenTelemetry logs over HTTP: `POST /v1/logs` in protobuf or JSON. */
import { packBody } from '@logyard/codecs/batch/packed-body'
import { OTLP_JSON, OTLP_PROTOBUF, otlpRefusal, otlpSuccess } from '@logyard/codecs/otlp/otlp-answers'
import { OTLP_CONTENT_TYPE } from '@logyard/codecs/otlp/otlp-codec'
import { BATCH_LIMITS, listenForHttp, maxBodyBytes } from './http-listener.ts'
import type { HttpResponse } from './http-response.ts'
import { JOURNAL_FULL, storeAll } from './http-store.ts'
import { holdsToken, tokenOf } from './sender-token.ts'
import type { StartTransport } from './transport.ts'

/** gRPC status codes. */
const INVALID_ARGUMENT = 3
const UNAUTHENTICATED = 16
const UNAVAILABLE = 14

export const otlpHttpTransport: StartTransport = async (deps) => {
  const { configuration, intake } = deps
  const token = tokenOf(configuration)
  const limits = { ...BATCH_LIMITS, maxBodyBytes: maxBodyBytes(configuration, BATCH_LIMITS.maxBodyBytes) }
  return listenForHttp(deps, limits, async ({ method, path, incoming, peer, readBody }): Promise<HttpResponse> => {
    if (method === 'OPTIONS') return { status: 200 }
    if (path !== '/v1/logs') return { status: 404 }
    if (method !== 'POST') return { status: 405, headers: { Allow: 'POST, OPTIONS' } }
    const type = (incoming.headers['content-type'] ?? OTLP_PROTOBUF).split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (type !== OTLP_PROTOBUF && type !== OTLP_JSON) return { status: 415 }
    const respond = (status: number, body: Uint8Array, headers = {}): HttpResponse => ({
      status,
      headers: { 'Content-Type': type, ...headers },
      body,
    })
    if (!holdsToken(incoming, token))
      return respond(401, otlpRefusal(type, UNAUTHENTICATED, 'The token is missing or wrong'))
    const body = await readBody()
    if (!Buffer.isBuffer(body))
      return respond(body.status, otlpRefusal(type, INVALID_ARGUMENT, 'The body is refused'), body.headers)
    // A request without records is valid.
    if (body.length === 0) return respond(200, otlpSuccess(type))
    const full = respond(503, otlpRefusal(type, UNAVAILABLE, 'The journal is full'), JOURNAL_FULL.headers)
    const payload = packBody({ [OTLP_CONTENT_TYPE]: type }, body)
    return storeAll(intake, [payload], peer, respond(200, otlpSuccess(type)), full)
  })
}
