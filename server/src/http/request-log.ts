import type { FastifyInstance } from 'fastify'

/**
 * One line per failed request. It says who called what and why it failed, and never what was sent: neither query
 * strings nor bodies nor headers, and the route's pattern instead of the path, since paths may hold tokens.
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
