/** Listens for TCP connections, with TLS if configured. `onConnection` reads them. */
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { booleanSetting } from '@logyard/codecs/config-fields'
import { closeServer, createConnections, tuneConnection } from './connections.ts'
import { listen, listenAddress, watchListener } from './listening.ts'
import { tlsOptions } from './tls-settings.ts'
import type { Transport, TransportDeps } from './transport.ts'
import { watchHandshakes } from './watch-handshakes.ts'

export async function listenForStreams(
  deps: TransportDeps,
  onConnection: (socket: Socket) => void,
  /** Plain connections stay paused until `onConnection` resumes them. */
  { pauseOnConnect = false }: { readonly pauseOnConnect?: boolean } = {},
): Promise<Transport & { readonly port: number }> {
  const { configuration } = deps
  const tls = await tlsOptions(deps)
  const connections = createConnections(deps)
  const hasKeepAlive = booleanSetting(configuration, 'tcp_keepalive', false)

  function accept(socket: Socket): void {
    connections.add(socket)
    tuneConnection(socket, hasKeepAlive)
    // Broken connections are normal; 'close' follows and cleans up.
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  }

  // Without allowHalfOpen, connections end when the peer ends them.
  const server = tls === undefined ? createServer({ pauseOnConnect }, accept) : createTlsServer(tls, accept)
  connections.bound(server)
  watchHandshakes(server, deps.signs)
  // TLS connections during their handshake, which `accept` has not seen yet.
  const handshaking = new Set<Socket>()
  if (tls !== undefined) {
    server.on('connection', (socket) => {
      handshaking.add(socket)
      socket.once('close', () => handshaking.delete(socket))
    })
  }
  const port = await listen(server, listenAddress(configuration))
  watchListener(server, deps)
  return {
    port,
    async [Symbol.asyncDispose]() {
      const closed = closeServer(server)
      connections.closeAll()
      for (const socket of handshaking) socket.destroy()
      await closed
    },
  }
}
