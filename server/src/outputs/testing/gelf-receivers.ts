/** Receivers for GELF outputs, which record what they get. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createGelfChunks } from '@logyard/codecs/gelf/gelf-chunks'
import { openGelf } from '@logyard/codecs/gelf/gelf-payload'

export interface GelfReceiver extends AsyncDisposable {
  readonly port: number
  /** Every message so far, as JSON text. */
  readonly texts: readonly string[]
  readonly messages: () => readonly Readonly<Record<string, unknown>>[]
  readonly connections: () => number
  /** Closes all connections but keeps listening. */
  hangUp(): void
}

export interface TcpReceiverOptions {
  readonly port?: number
  readonly tls?: { readonly cert: string; readonly key: string }
}

const MAX_DOCUMENT_BYTES = 64 * 2 ** 20

export async function tcpReceiver({ port = 0, tls }: TcpReceiverOptions = {}): Promise<GelfReceiver> {
  const texts: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const take = (socket: Socket) => {
    let rest = Buffer.alloc(0)
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        texts.push(rest.subarray(0, end).toString())
        rest = rest.subarray(end + 1)
      }
    })
  }
  const server: Server = tls === undefined ? createServer(take) : createTlsServer(tls, take)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: portOf(server.address()),
    texts,
    messages: () => texts.map((text) => JSON.parse(text)),
    connections: () => connections,
    hangUp,
    async [Symbol.asyncDispose]() {
      hangUp()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface UdpReceiver extends Omit<GelfReceiver, 'connections' | 'hangUp'> {
  /** The length and first bytes of each datagram. */
  readonly datagrams: readonly { readonly length: number; readonly magic: string }[]
}

export async function udpReceiver(): Promise<UdpReceiver> {
  const texts: string[] = []
  const datagrams: { length: number; magic: string }[] = []
  const chunks = createGelfChunks()
  const socket = createSocket('udp4')
  socket.on('message', (datagram) => {
    datagrams.push({ length: datagram.length, magic: datagram.subarray(0, 2).toString('hex') })
    const payload = chunks.add(new Uint8Array(datagram), 0)
    if (payload === 'waiting' || payload === 'invalid') return
    const opened = openGelf(payload, MAX_DOCUMENT_BYTES)
    if (opened.ok) texts.push(Buffer.from(opened.document).toString())
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    texts,
    messages: () => texts.map((text) => JSON.parse(text)),
    datagrams,
    async [Symbol.asyncDispose]() {
      socket.close()
    },
  }
}

function portOf(address: ReturnType<Server['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return address.port
}
