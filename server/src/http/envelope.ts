import type { FastifyInstance } from 'fastify'
import { isFromScript } from './error-handler.ts'

/** Console pages load nothing from other hosts. Mantine writes style tags, so only styles may be inline. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** One year. Subdomains are left out: they may not belong to Logyard. */
const HTTPS_ONLY = 'max-age=31536000'

export const NODE_ID_HEADER = 'X-Graylog-Node-ID'

/** Headers of every response: console files, API responses and errors. */
export function addEnvelope(app: FastifyInstance, nodeId: string, externalUrl: string): void {
  const isHttps = URL.canParse(externalUrl) && new URL(externalUrl).protocol === 'https:'
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader(NODE_ID_HEADER, nodeId)
    reply.raw.setHeader('X-Request-Id', request.id)
    reply.raw.setHeader('X-Content-Type-Options', 'nosniff')
    reply.raw.setHeader('Referrer-Policy', 'same-origin')
    reply.raw.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    reply.raw.setHeader('X-Frame-Options', 'DENY')
    if (isHttps) reply.raw.setHeader('Strict-Transport-Security', HTTPS_ONLY)
    done()
  })
}

/** Responses of the API hold messages, names and settings: no cache may store them unless an operation says so. */
export function addNoStore(api: FastifyInstance): void {
  api.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', isFromScript(request) ? 'no-cache, no-store' : 'no-store')
    done()
  })
}

/** `?pretty=true` indents any JSON answer. */
export function addPrettyAnswers(api: FastifyInstance): void {
  api.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isPrettyAsked(request.url)) return done(null, payload)
    if (!String(reply.getHeader('content-type')).includes('json')) return done(null, payload)
    reply.removeHeader('content-length')
    done(null, `${JSON.stringify(JSON.parse(payload), null, 2)}\n`)
  })
}

/** Read from the URL, because validation has removed query parameters that the operation does not declare. */
const isPrettyAsked = (url: string) => {
  const at = url.indexOf('?')
  return at >= 0 && url.includes('pretty=', at) && new URLSearchParams(url.slice(at)).get('pretty') === 'true'
}
