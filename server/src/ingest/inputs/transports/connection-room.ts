/** How many connections the listeners of a node may have open: each for itself, all together, and each address. */
import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'

/** Shared by all inputs of the node: files are what they share. */
export interface ConnectionRoom {
  /** Lets the listener accept as many as there is room for, until it closes. */
  bound(server: Server): void
}

/** Of one input: what an idle connection costs is little but not nothing. */
const MAX_CONNECTIONS = 15_000
/** Of all files that the process may have open: the rest is for the console, the journal and the engine. */
const SHARE_OF_FILES = 0.75
/** Of the places of an input: one address leaves the rest to others. Behind a load balancer all senders are one. */
const SHARE_OF_ADDRESS = 0.75
/** For every input, whatever the others take: a flood of one must not silence them. */
const ALWAYS = 16

export function createConnectionRoom(): ConnectionRoom {
  const files = Number(/^Max open files +(\d+)/m.exec(readLimits())?.[1] ?? Number.POSITIVE_INFINITY)
  const all = Math.floor(files * SHARE_OF_FILES)
  const openOf = new Map<Server, number>()
  let open = 0

  const mayHave = (own: number) => Math.min(MAX_CONNECTIONS, Math.max(ALWAYS, own + all - open))

  function change(server: Server, by: 1 | -1): void {
    const before = openOf.get(server)
    if (before !== undefined) openOf.set(server, before + by)
    open += by
    // Checked by Node before anybody hears of a connection.
    for (const [each, count] of openOf) each.maxConnections = mayHave(count)
  }

  return {
    bound(server) {
      const byAddress = new Map<string, number>()
      openOf.set(server, 0)
      server.maxConnections = mayHave(0)
      server.prependListener('connection', (socket: Socket) => {
        const address = socket.remoteAddress ?? ''
        const own = byAddress.get(address) ?? 0
        if (own >= Math.max(ALWAYS, server.maxConnections * SHARE_OF_ADDRESS)) {
          server.emit('drop')
          // TLS takes the socket over in this turn, and cannot do that with one that is gone.
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
    return '' // systems without it let a process have many
  }
}
