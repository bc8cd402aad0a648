/** How many connections the listeners of a node may have open, each for itself and all together. */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'

/** Shared by all inputs of the node: files are what they share. */
export interface ConnectionRoom {
  /** Lets the listener accept as many as there is room for, until it closes. */
  bound(server: Server): void
}

/** Of one input: what an idle connection costs is little but not nothing. */
const MAX_CONNECTIONS = 15_000
/** Of all files that the process may have open: the rest is for the console, the journal and the engine. */
const SHARE_OF_FILES = 0.75
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
      openOf.set(server, 0)
      server.maxConnections = mayHave(0)
      server.prependListener('connection', (socket) => {
        change(server, 1)
        socket.once('close', () => change(server, -1))
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
