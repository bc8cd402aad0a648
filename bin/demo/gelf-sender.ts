import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

export interface GelfSender extends AsyncDisposable {
  /** Resolves once the next document can be sent. */
  send(document: string): Promise<void>
  /** Resolves once all documents are sent. */
  flush(): Promise<void>
  bytes(): number
}

const CHUNK_CHARACTERS = 256 * 1024
const RETRY_MS = 100
const TRIES = 100

/** Uses one connection, so that documents arrive in order. Retries, because a new input may need a moment to listen. */
export async function connectGelf(host: string, port: number): Promise<GelfSender> {
  const socket = await connected(host, port)
  let failure: Error | undefined
  socket.on('error', (error) => {
    failure = error
  })
  let chunk: string[] = []
  let characters = 0
  let bytes = 0

  async function flush(): Promise<void> {
    if (failure !== undefined) throw failure
    if (chunk.length === 0) return
    const buffer = Buffer.from(`${chunk.join('\0')}\0`)
    chunk = []
    characters = 0
    bytes += buffer.length
    if (!socket.write(buffer)) await once(socket, 'drain')
  }
  return {
    async send(document) {
      chunk.push(document)
      characters += document.length
      if (characters >= CHUNK_CHARACTERS) await flush()
    },
    flush,
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      if (socket.destroyed) return
      socket.resume().end()
      await once(socket, 'close')
    },
  }
}

async function connected(host: string, port: number): Promise<Socket> {
  for (let tries = 1; ; tries++) {
    const socket = connect(port, host)
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (tries === TRIES) throw error
      await setTimeout(RETRY_MS)
    }
  }
}
