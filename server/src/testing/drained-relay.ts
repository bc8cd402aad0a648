import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The address of relays. ClickHouse takes it for one of the same machine, as Debian uses it; it does not so with 127.0.0.2. */
export const RELAY_HOST = '127.0.1.1'

/**
 * Passes connections on to a server of ClickHouse, and lets it write to the end when a client leaves. The library aborts its
 * process when the other server resets a connection, as each search with a LIMIT may; ClickHouse's own server does not.
 */
export async function startDrainedRelay(port: number): Promise<AsyncDisposable> {
  const clients = new Set<Socket>()
  const relay = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    clients.add(client)
    client.on('error', () => undefined)
    server.on('error', () => undefined)
    client.on('data', (bytes) => void (server.write(bytes) || client.pause()))
    server.on('drain', () => client.resume())
    server.on('data', (bytes) => void (client.destroyed || client.write(bytes) || server.pause()))
    client.on('drain', () => server.resume())
    client.on('close', () => {
      clients.delete(client)
      server.end()
      server.resume()
    })
    server.on('close', () => client.destroy())
  })
  relay.listen(port, RELAY_HOST)
  await once(relay, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      relay.close()
      await once(relay, 'close')
    },
  }
}
