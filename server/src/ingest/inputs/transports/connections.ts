import type { Server, Socket } from 'node:net'
import { createRareLog } from './rare-log.ts'
import type { TransportDeps } from './transport.ts'

const KEEP_ALIVE_MS = 60_000

/** Counts the open connections of a listener, and closes them with it. */
export function createConnections({ metrics, log, clock, room }: TransportDeps) {
  const open = new Set<Socket>()
  const logRefused = createRareLog({ log, clock }, 'too many connections, more are refused')
  let total = 0
  let refused = 0
  let closedRead = 0
  let closedWritten = 0
  metrics.showConnections(() => ({ open: open.size, total, refused }))
  metrics.showTraffic(() => {
    let readBytes = closedRead
    let writtenBytes = closedWritten
    for (const socket of open) {
      readBytes += socket.bytesRead
      writtenBytes += socket.bytesWritten
    }
    return { readBytes, writtenBytes }
  })
  return {
    add(socket: Socket) {
      open.add(socket)
      total += 1
      socket.once('close', () => {
        open.delete(socket)
        closedRead += socket.bytesRead
        closedWritten += socket.bytesWritten
      })
    },
    /** Limits the connections of the server and counts refused ones. */
    bound(server: Server) {
      room.bound(server)
      server.on('drop', () => {
        refused += 1
        logRefused({ maxConnections: server.maxConnections })
      })
    },
    closeAll() {
      for (const socket of open) socket.destroy()
    },
  }
}

export function tuneConnection(socket: Socket, hasKeepAlive: boolean): void {
  socket.setNoDelay(true)
  if (hasKeepAlive) socket.setKeepAlive(true, KEEP_ALIVE_MS)
}

/** Resolves when all connections are closed and the port is free. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
