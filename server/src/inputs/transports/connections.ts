import type { Server, Socket } from 'node:net'
import type { InputMetrics } from '../input-metrics.ts'

/** The open connections of a listener: counted, and closed with it. */
export interface OpenConnections {
  add(socket: Socket): void
  closeAll(): void
}

/** More are refused at once: what an idle one costs is little but not nothing. */
export const MAX_CONNECTIONS = 15_000
const KEEP_ALIVE_MS = 60_000

export function createConnections(metrics: InputMetrics): OpenConnections {
  const open = new Set<Socket>()
  let total = 0
  let closedRead = 0
  let closedWritten = 0
  metrics.showConnections(() => ({ open: open.size, total }))
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
    add(socket) {
      open.add(socket)
      total += 1
      socket.once('close', () => {
        open.delete(socket)
        closedRead += socket.bytesRead
        closedWritten += socket.bytesWritten
      })
    },
    closeAll() {
      for (const socket of open) socket.destroy()
    },
  }
}

export function tuneConnection(socket: Socket, isKeptAlive: boolean): void {
  socket.setNoDelay(true)
  if (isKeptAlive) socket.setKeepAlive(true, KEEP_ALIVE_MS)
}

/** Resolves when nobody is connected any more and the port is free. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
