import type { FastifyInstance } from 'fastify'

/** Lets web pages of any origin call the API. Credentials travel in the Authorization header, never in cookies. */
export function addCors(api: FastifyInstance): void {
  api.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin === undefined) return done()
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') return done()
    reply
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
      .header(
        'access-control-allow-headers',
        'Authorization, Content-Type, X-Graylog-No-Session-Extension, X-Requested-With, X-Requested-By',
      )
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })
}
