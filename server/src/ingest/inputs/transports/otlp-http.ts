/** OpenTelemetry logs over HTTP: `POST /v1/logs` in protobuf or JSON. */
import { packBody } from '@logyard/codecs/batch/packed-body'
import { OTLP_JSON, OTLP_PROTOBUF, otlpRefusal, otlpSuccess } from '@logyard/codecs/otlp/otlp-answers'
import { OTLP_CONTENT_TYPE } from '@logyard/codecs/otlp/otlp-codec'
import type { HttpAnswer } from './http-answer.ts'
import { BATCH_LIMITS, listenForHttp, maxBodyBytes } from './http-listener.ts'
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
  return listenForHttp(deps, limits, async ({ method, path, request, peer, readBody }): Promise<HttpAnswer> => {
    if (method === 'OPTIONS') return { status: 200 }
    if (path !== '/v1/logs') return { status: 404 }
    if (method !== 'POST') return { status: 405, headers: { Allow: 'POST, OPTIONS' } }
    const type = (request.headers['content-type'] ?? OTLP_PROTOBUF).split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (type !== OTLP_PROTOBUF && type !== OTLP_JSON) return { status: 415 }
    const answer = (status: number, body: Uint8Array, headers = {}): HttpAnswer => ({
      status,
      headers: { 'Content-Type': type, ...headers },
      body,
    })
    if (!holdsToken(request, token))
      return answer(401, otlpRefusal(type, UNAUTHENTICATED, 'The token is missing or wrong'))
    const body = await readBody()
    if (!Buffer.isBuffer(body))
      return answer(body.status, otlpRefusal(type, INVALID_ARGUMENT, 'The body is refused'), body.headers)
    // A request without records is valid.
    if (body.length === 0) return answer(200, otlpSuccess(type))
    const full = answer(503, otlpRefusal(type, UNAVAILABLE, 'The journal is full'), JOURNAL_FULL.headers)
    const payload = packBody({ [OTLP_CONTENT_TYPE]: type }, body)
    return storeAll(intake, [payload], peer, answer(200, otlpSuccess(type)), full)
  })
}
