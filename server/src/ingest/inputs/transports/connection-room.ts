/** Limits open connections: of each listener, of all listeners of the node, and of each remote address. */
import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import type { RoomMemory } from '../shared-room.ts'

/** All inputs of the node share its file descriptors; each has a room of its own. */
export type ConnectionRoom = ReturnType<typeof createConnectionRoom>

/** Per input: even an idle connection costs memory. */
const MAX_CONNECTIONS = 15_000
/** Share of the process's limit of open files: the rest is for the console, the journal and the engine. */
const SHARE_OF_FILES = 0.75
/** Share of an input's connections, for one address. Behind a load balancer all senders have the same address. */
const SHARE_OF_ADDRESS = 0.75
/** Guaranteed to every input, so that a flood on one input cannot block the others. */
const ALWAYS = 16

export function createConnectionRoom({ all: open, own }: RoomMemory) {
  const files = Number(/^Max open files +(\d+)/m.exec(readLimits())?.[1] ?? Number.POSITIVE_INFINITY)
  const all = Math.floor(files * SHARE_OF_FILES)
  const openOf = new Map<Server, number>()

  const mayHave = (count: number) => Math.min(MAX_CONNECTIONS, Math.max(ALWAYS, count + all - Atomics.load(open, 0)))

  function change(server: Server, by: 1 | -1): void {
    const before = openOf.get(server)
    if (before !== undefined) openOf.set(server, before + by)
    for (const number of [open, own]) Atomics.add(number, 0, by)
    limit()
  }

  function limit(): void {
    // Node checks this before it emits 'connection'.
    for (const [each, count] of openOf) each.maxConnections = mayHave(count)
  }

  return {
    /** Limits the listener's connections until it closes. */
    bound(server: Server) {
      const byAddress = new Map<string, number>()
      openOf.set(server, 0)
      server.maxConnections = mayHave(0)
      server.prependListener('connection', (socket: Socket) => {
        const address = socket.remoteAddress ?? ''
        const own = byAddress.get(address) ?? 0
        if (own >= Math.max(ALWAYS, server.maxConnections * SHARE_OF_ADDRESS)) {
          server.emit('drop')
          // TLS wraps the socket in this turn, and fails on a destroyed one.
          process.nextTick(() => socket.destroy())
          return
        }
        byAddress.set(address, own + 1)
        change(server, 1)
        socket.once('close', () => {
          change(server, -1)
          const left = (byAddress.get(address) ?? 1) - 1
          if (left === 0) byAddress.delete(address)
          else byAddress.set(address, left)
        })
      })
      server.once('close', () => openOf.delete(server))
    },
  }
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return '' // Only Linux has the file; assume no limit elsewhere.
  }
}
