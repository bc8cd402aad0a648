import type { FastifyInstance } from 'fastify'

/**
 * Logs one line per failed request: user, route and reason. Never query strings, bodies or headers, and the route's
 * pattern in place of the path, because a path can contain a token.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    if (status >= 400) {
      const facts = {
        method: request.method,
        route: request.is404 ? undefined : request.routeOptions.url,
        status,
        user: request.caller?.username,
        clientAddress: request.clientAddress,
        code: request.failure?.code,
        tookMs: Math.round(reply.elapsedTime),
      }
      if (request.failure?.unforeseen === undefined) request.log.info(facts, 'request refused')
      else request.log.error({ ...facts, err: request.failure.unforeseen }, 'request failed')
    }
    done()
  })
}
