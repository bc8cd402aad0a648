import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createAnswer } from './answer.ts'
import { CODE, clickHouseError, refused } from './clickhouse-error.ts'
import type { Engine } from './engine.ts'
import { readEngineRequest } from './engine-request.ts'

/** The longest URL; longer parameters must be sent as a form. */
const MAX_URL_LENGTH = 1024 * 1024

/** ClickHouse's HTTP interface: `/ping` and statements on `/`. */
export function createEngineHttp(engine: Engine) {
  const server = createServer(
    { maxHeaderSize: 2 * MAX_URL_LENGTH, keepAliveTimeout: 30_000, highWaterMark: 1024 * 1024 },
    (incoming, outgoing) => {
      outgoing.setHeader('X-ClickHouse-Server-Display-Name', 'logyard')
      // A stop waits for connections, and idle ones would stay open for the client to reuse.
      outgoing.once('close', () => {
        if (!server.listening) server.closeIdleConnections()
      })
      void handle(incoming, outgoing)
    },
  )

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = incoming.url?.split('?', 1)[0]
    if (path === '/ping') {
      outgoing.end('Ok.\n')
      return
    }
    const answer = createAnswer(incoming, outgoing, engine.version)
    try {
      if ((incoming.url?.length ?? 0) > MAX_URL_LENGTH) {
        throw refused(CODE.tooLarge, `The address is longer than ${MAX_URL_LENGTH} characters`, { status: 414 })
      }
      if (path !== '/') throw refused(CODE.badArguments, `Unknown handler ${path}`, { status: 404 })
      if (incoming.method !== 'POST' && incoming.method !== 'GET') {
        throw refused(CODE.unsupportedMethod, `Method ${incoming.method} is not supported`, { status: 405 })
      }
      const request = await readEngineRequest(incoming, engine.isSetting)
      outgoing.setHeader('X-ClickHouse-Query-Id', request.queryId)
      await engine.execute(request, answer)
    } catch (error) {
      answer.fail(clickHouseError(error))
      // The rest of a refused body must still be read, or the client never reads the answer.
      incoming.unpipe()
      incoming.resume()
    }
  }

  return server
}
