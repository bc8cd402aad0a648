/** The push API of Loki, for Promtail, Alloy, Fluent Bit and Docker: `POST /loki/api/v1/push` in protobuf or JSON. */
import { packBody } from '@logyard/codecs/batch/packed-body'
import { LOKI_CONTENT_TYPE } from '@logyard/codecs/loki/loki-codec'
import { BATCH_LIMITS, type HttpRequest, listenForHttp, maxBodyBytes } from './http-listener.ts'
import type { HttpResponse } from './http-response.ts'
import { storeAll } from './http-store.ts'
import { holdsToken, tokenOf } from './sender-token.ts'
import type { StartTransport } from './transport.ts'

const PROTOBUF = 'application/x-protobuf'
const PUSH_PATHS = new Set(['/loki/api/v1/push', '/api/prom/push'])

export const lokiHttpTransport: StartTransport = async (deps) => {
  const { configuration, intake } = deps
  const token = tokenOf(configuration)
  const limits = { ...BATCH_LIMITS, maxBodyBytes: maxBodyBytes(configuration, BATCH_LIMITS.maxBodyBytes) }

  async function push({ incoming, peer, readBody }: HttpRequest): Promise<HttpResponse> {
    if (!holdsToken(incoming, token)) return { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="loki"' } }
    const type = (incoming.headers['content-type'] ?? PROTOBUF).split(';', 1)[0]?.trim().toLowerCase() ?? PROTOBUF
    const isJson = type === 'application/json'
    // Snappy is part of the protobuf format. Some senders also declare it as encoding; the codec decompresses it.
    const isSnappy = incoming.headers['content-encoding']?.toLowerCase() === 'snappy'
    const body = await readBody({ keepPacked: isSnappy && !isJson })
    if (!Buffer.isBuffer(body)) return body
    if (body.length === 0) return { status: 400, body: 'at least one stream is required\n' }
    return storeAll(intake, [packBody({ [LOKI_CONTENT_TYPE]: type }, body)], peer, { status: 204 })
  }

  return listenForHttp(deps, limits, (request): Promise<HttpResponse> | HttpResponse => {
    const { method, path } = request
    if (method === 'OPTIONS') return { status: 200 }
    if (PUSH_PATHS.has(path)) {
      return method === 'POST' ? push(request) : { status: 405, headers: { Allow: 'POST, OPTIONS' } }
    }
    if (method === 'GET' && path === '/ready') return { status: 200, body: 'ready\n' }
    return { status: 404 }
  })
}
