import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface TcpClient extends Disposable {
  readonly socket: Socket
  write(bytes: string | Uint8Array): Promise<void>
  /** Ends the connection and waits for the server to end it too. */
  end(): Promise<void>
  closed(): Promise<void>
  /** Received bytes that the test has not read yet. */
  take(): Buffer
  receive(length: number): Promise<Buffer>
}

export async function tcpClient(
  port: number,
  socket: Socket = connect({ host: '127.0.0.1', port }),
): Promise<TcpClient> {
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    socket.emit('taken')
  })
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined)
  if (socket.connecting) await Promise.race([once(socket, 'connect'), failed])
  socket.on('error', () => undefined)
  return {
    socket,
    write: (bytes) => new Promise((resolve) => void socket.write(bytes, () => resolve())),
    async end() {
      socket.end()
      await closed
    },
    closed: () => closed,
    take() {
      const taken = received
      received = Buffer.alloc(0)
      return taken
    },
    async receive(length) {
      while (received.length < length) await once(socket, 'taken')
      const taken = received.subarray(0, length)
      received = received.subarray(length)
      return taken
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
