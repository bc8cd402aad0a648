import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Sockets that no request has come over yet. Browsers open some in advance, and Node counts them as busy when a server
 * closes: it would wait for each until its time for headers is over.
 */
export function watchSilentSockets(server: Server): { end(): void } {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return {
    end() {
      for (const socket of silent) socket.destroy()
    },
  }
}
