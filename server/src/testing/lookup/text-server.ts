/** A TCP server on loopback that answers the first line of each connection: the WHOIS protocol. */
import { createServer, type Socket } from 'node:net'

export interface TextServer extends AsyncDisposable {
  readonly host: string
  readonly port: number
  readonly queries: string[]
}

export async function startTextServer(answer: (query: string, socket: Socket) => void): Promise<TextServer> {
  const queries: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.once('data', (bytes: Buffer) => {
      const query = bytes.toString().trim()
      queries.push(query)
      answer(query, socket)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    host: '127.0.0.1',
    port: typeof address === 'object' && address !== null ? address.port : 0,
    queries,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
