/** Listens for TCP connections, with TLS where that is configured. What they say is the business of `onConnection`. */
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { booleanSetting } from '@logyard/codecs/config-fields'
import { closeServer, createConnections, tuneConnection } from './connections.ts'
import { listen, listenAddress, watchListener } from './listening.ts'
import { tlsOptions } from './tls-settings.ts'
import type { Transport, TransportDeps } from './transport.ts'

export async function listenForStreams(
  deps: TransportDeps,
  onConnection: (socket: Socket) => void,
  /** Plain connections are not read before `onConnection` resumes them. */
  { pauseOnConnect = false }: { readonly pauseOnConnect?: boolean } = {},
): Promise<Transport & { readonly port: number }> {
  const { configuration } = deps
  const tls = await tlsOptions(deps)
  const connections = createConnections(deps)
  const isKeptAlive = booleanSetting(configuration, 'tcp_keepalive', false)

  function accept(socket: Socket): void {
    connections.add(socket)
    tuneConnection(socket, isKeptAlive)
    // A broken connection is everyday life; 'close' follows and ends what belonged to it.
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  }

  // Half-open connections end when their peer has ended.
  const server = tls === undefined ? createServer({ pauseOnConnect }, accept) : createTlsServer(tls, accept)
  connections.bound(server)
  // TLS connections that have not come through their handshake belong to nobody yet.
  const shaking = new Set<Socket>()
  if (tls !== undefined) {
    server.on('connection', (socket) => {
      shaking.add(socket)
      socket.once('close', () => shaking.delete(socket))
    })
  }
  const port = await listen(server, listenAddress(configuration))
  watchListener(server, deps)
  return {
    port,
    async [Symbol.asyncDispose]() {
      const closed = closeServer(server)
      connections.closeAll()
      for (const socket of shaking) socket.destroy()
      await closed
    },
  }
}
