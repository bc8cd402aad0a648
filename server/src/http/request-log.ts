import type { FastifyInstance } from 'fastify'

/**
 * Logs one line per request: user, route and reason of a failure; those that succeed at the level debug. Never query
 * strings, bodies or headers, and the route's pattern in place of the path, because a path can contain a token.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const facts = {
      method: request.method,
      route: request.is404 ? undefined : request.routeOptions.url,
      status,
      user: request.caller?.username,
      clientAddress: request.clientAddress,
      code: request.failure?.code,
      tookMs: Math.round(reply.elapsedTime),
    }
    if (status < 400) request.log.debug(facts, 'request answered')
    else if (request.failure?.unforeseen === undefined) request.log.info(facts, 'request refused')
    else request.log.error({ ...facts, err: request.failure.unforeseen }, 'request failed')
    done()
  })
}
