/**
 * The bulk API of Elasticsearch, and the requests that shippers send before it. Documents are stored as messages;
 * nothing can be searched, changed or deleted.
 */
import { packBody } from '@logyard/codecs/batch/packed-body'
import { bulkAnswer, bulkRefusal, checkBulk } from '@logyard/codecs/bulk/bulk-answer'
import { BULK_INDEX } from '@logyard/codecs/bulk/bulk-codec'
import { releaseIfWhole } from '@logyard/codecs/release-memory'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { BATCH_LIMITS, type HttpRequest, listenForHttp, maxBodyBytes } from './http-listener.ts'
import type { HttpResponse } from './http-response.ts'
import { storeAll } from './http-store.ts'
import { holdsToken, tokenOf } from './sender-token.ts'
import type { StartTransport } from './transport.ts'

/** Clients refuse servers without this header. */
const PRODUCT = { 'X-Elastic-Product': 'Elasticsearch' }
const COMPATIBLE_VERSION = '8.19.0'
/** The index in responses to requests without one. */
const DEFAULT_INDEX = 'logyard'
const BULK_PATH = /^(?:\/([^/]+))?\/_bulk\/?$/

export const bulkHttpTransport: StartTransport = async (deps) => {
  const { configuration, intake, clock, ids } = deps
  const token = tokenOf(configuration)
  const limits = { ...BATCH_LIMITS, maxBodyBytes: maxBodyBytes(configuration, BATCH_LIMITS.maxBodyBytes) }
  const clusterId = ids.uuid()

  async function bulk({ peer, readBody }: HttpRequest, named: string | undefined): Promise<HttpResponse> {
    const startedMs = clock.monotonicMs()
    const body = await readBody()
    if (!Buffer.isBuffer(body)) return body
    const checked = checkBulk(body, named ?? DEFAULT_INDEX)
    if (checked.problem !== undefined) return json(400, bulkRefusal(checked.problem))
    const stored = () => json(200, bulkAnswer(checked, Math.round(clock.monotonicMs() - startedMs), ids.next()))
    if (checked.items.every(({ problem }) => problem !== undefined)) return stored()
    const full = problemResponse(429, 'es_rejected_execution_exception', 'the journal is full')
    const payload = packBody(named === undefined ? {} : { [BULK_INDEX]: named }, body)
    const response = await storeAll(intake, [payload], peer, { status: 200 }, full)
    // The journal has a copy.
    releaseIfWhole(payload)
    return response.status === 200 ? stored() : response
  }

  function respond(request: HttpRequest): Promise<HttpResponse> | HttpResponse {
    const { method, path, incoming } = request
    if (method === 'OPTIONS') return { status: 200 }
    if (!holdsToken(incoming, token)) {
      const refusal = problemResponse(401, 'security_exception', 'missing or wrong credentials')
      return { ...refusal, headers: { ...refusal.headers, 'WWW-Authenticate': 'Basic realm="security", ApiKey' } }
    }
    const match = BULK_PATH.exec(path)
    if (match !== null) {
      if (method !== 'POST' && method !== 'PUT') return { status: 405, headers: { Allow: 'POST, PUT' } }
      return bulk(request, decodedName(match[1]))
    }
    return preparation(request, clusterId)
  }

  return listenForHttp(deps, limits, async (request) => {
    const given = await respond(request)
    const type = given.body === undefined ? {} : mediaType(request)
    return { ...given, headers: { ...PRODUCT, ...type, ...given.headers } }
  })
}

/** Requests by which shippers check and set up the index. They succeed without an effect. */
function preparation({ method, path }: HttpRequest, clusterId: string): HttpResponse {
  const isLook = method === 'GET' || method === 'HEAD'
  if (isLook && path === '/') return json(200, clusterFacts(clusterId))
  if (isLook && (path === '/_license' || path === '/_xpack/license')) return json(200, LICENSE)
  if (isLook && path === '/_xpack') return json(200, { license: LICENSE.license, features: {} })
  if (isLook && path === '/_cluster/health')
    return json(200, { cluster_name: 'logyard', status: 'green', timed_out: false })
  if (isLook && path === '/_nodes/http') return json(200, { cluster_name: 'logyard', nodes: {} })
  const isTemplate =
    /^\/_(?:index_template|component_template|template|ilm\/policy|ingest\/pipeline|data_stream)\/[^/]+$/
  if (isTemplate.test(path)) return isLook ? json(200, {}) : json(200, { acknowledged: true })
  return problemResponse(404, 'illegal_argument_exception', 'only documents in bulk are taken here')
}

const LICENSE = {
  license: { status: 'active', uid: '00000000-0000-0000-0000-000000000000', type: 'basic', mode: 'basic' },
}

const clusterFacts = (clusterId: string) => ({
  name: 'logyard',
  cluster_name: 'logyard',
  cluster_uuid: clusterId,
  version: {
    number: COMPATIBLE_VERSION,
    build_flavor: 'default',
    build_type: 'tar',
    build_hash: 'none',
    build_date: '2025-01-01T00:00:00.000Z',
    build_snapshot: false,
    lucene_version: '9.12.0',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'Documents received, messages stored',
})

const json = (status: number, body: string | object): HttpResponse => ({ status, body })

const problemResponse = (status: number, type: string, reason: string): HttpResponse =>
  json(status, { error: { root_cause: [{ type, reason }], type, reason }, status })

/** Clients of version 8 and later request a vendor media type and verify it. */
function mediaType({ incoming }: HttpRequest): Record<string, string> {
  const wanted = /application\/vnd\.elasticsearch\+json\s*;\s*compatible-with=\d+/.exec(incoming.headers.accept ?? '')
  return { 'Content-Type': wanted?.[0] ?? 'application/json' }
}

const decodedName = (name: string | undefined): string | undefined =>
  name && (unlessThrown(URIError, () => decodeURIComponent(name)) ?? name)
