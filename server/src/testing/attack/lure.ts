import { once } from 'node:events'
import { createServer } from 'node:http'

export interface Lure extends AsyncDisposable {
  readonly url: string
  /** The requests that came, by method and path. */
  readonly lured: readonly string[]
}

/** A server on this machine that the product has no reason to ask anything. */
export async function startLure(): Promise<Lure> {
  const lured: string[] = []
  const server = createServer((request, response) => {
    lured.push(`${request.method} ${request.url}`)
    response.end('zqlure\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the lure does not listen on a port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    lured,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
