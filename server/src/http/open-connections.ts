import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  readonly socket: Socket
  readonly address: string
  running: number
}

/** Tracks the open connections: which of them have no running request, and how many each address has. */
export function createOpenConnections() {
  const connections = new Map<Socket, Connection>()
  const countOf = new Map<string, number>()
  /** Connections that never sent a request, the longest waiting first. */
  const silent = new Set<Connection>()
  /** Connections between two requests, the longest waiting first. */
  const idle = new Set<Connection>()
  let displaced = 0

  function remove(connection: Connection): void {
    if (!connections.delete(connection.socket)) return
    silent.delete(connection)
    idle.delete(connection)
    const left = (countOf.get(connection.address) ?? 1) - 1
    if (left === 0) countOf.delete(connection.address)
    else countOf.set(connection.address, left)
  }

  return {
    count: () => connections.size,
    countOf: (address: string) => countOf.get(address) ?? 0,
    displaced: () => displaced,
    addressOf: (socket: Socket) => connections.get(socket)?.address,
    add(socket: Socket, address: string): void {
      const connection: Connection = { socket, address, running: 0 }
      connections.set(socket, connection)
      countOf.set(address, (countOf.get(address) ?? 0) + 1)
      silent.add(connection)
      socket.once('close', () => remove(connection))
    },
    /** Marks the request's connection as in use until the response is closed. */
    begin(request: IncomingMessage, response: ServerResponse): void {
      const connection = connections.get(request.socket)
      if (connection === undefined) return
      connection.running += 1
      silent.delete(connection)
      idle.delete(connection)
      response.once('close', () => {
        connection.running -= 1
        if (connection.running === 0 && connections.has(connection.socket)) idle.add(connection)
      })
    },
    /** Closes the longest waiting connection that matches; returns whether there was one. */
    displace(matches: (connection: Connection) => boolean): boolean {
      for (const waiting of [silent, idle]) {
        for (const connection of waiting) {
          if (!matches(connection)) continue
          displaced += 1
          remove(connection)
          connection.socket.destroy()
          return true
        }
      }
      return false
    },
  }
}
