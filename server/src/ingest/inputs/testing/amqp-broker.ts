/** A small broker of AMQP 0-9-1, as far as a consumer needs one: queues, prefetch, acknowledgements, redelivery. */
import { createServer, type Socket } from 'node:net'
import { long, method, u32 } from './amqp-frames.ts'
import { answer } from './amqp-methods.ts'
import {
  type AmqpBrokerOptions,
  type Broker,
  type Channel,
  type Connection,
  channelsOf,
  deliver,
  requeue,
} from './amqp-queues.ts'

export interface AmqpBroker extends AsyncDisposable {
  readonly port: number
  publish(queue: string, ...bodies: readonly (string | Buffer)[]): void
  /** Messages that wait in the queue, without those that are delivered and not acknowledged. */
  ready(queue: string): number
  unacknowledged(): number
  consumers(): number
  readonly bindings: readonly string[]
  /** `name:password` of each login. */
  readonly users: readonly string[]
  /** Closes every connection without AMQP's closing handshake, as a crash does. Delivered messages are requeued. */
  cut(): void
}

function serve(broker: Broker, socket: Socket): void {
  const connection: Connection = { socket, channels: new Map() }
  broker.connections.add(connection)
  socket.on('error', () => undefined)
  socket.once('close', () => {
    for (const channel of connection.channels.values()) requeue(broker, channel)
    broker.connections.delete(connection)
    deliver(broker)
  })
  let rest: Buffer = Buffer.alloc(0)
  let hasHeader = false
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    if (!hasHeader && rest.length >= 8) {
      hasHeader = rest.toString('latin1', 0, 4) === 'AMQP'
      if (!hasHeader) return void socket.end('AMQP\0\0\x09\x01')
      rest = rest.subarray(8)
      socket.write(method(0, [10, 10], Buffer.from([0, 9]), u32(0), long('PLAIN'), long('en_US')))
    }
    while (hasHeader && rest.length >= 7 && rest.length >= rest.readUInt32BE(3) + 8) {
      const [type, id, size] = [rest[0], rest.readUInt16BE(1), rest.readUInt32BE(3)]
      const payload = rest.subarray(7, 7 + size)
      rest = rest.subarray(size + 8)
      if (type === 1) answer(broker, connection, id, payload)
    }
    return undefined
  })
}

export async function startAmqpBroker(options: AmqpBrokerOptions = {}): Promise<AmqpBroker> {
  const broker: Broker = { options, queues: new Map(), connections: new Set(), bindings: [], users: [] }
  const { queues, connections, bindings, users } = broker
  const server = createServer((socket) => serve(broker, socket))
  await new Promise<void>((resolve) => void server.listen(options.port ?? 0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const cut = () => {
    for (const { socket } of connections) socket.destroy()
  }
  const total = (count: (channel: Channel) => number) =>
    channelsOf(broker).reduce((sum, channel) => sum + count(channel), 0)
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    publish(queue, ...bodies) {
      const waiting = queues.getOrInsertComputed(queue, () => [])
      waiting.push(
        ...bodies.map((body) => ({
          body: typeof body === 'string' ? Buffer.from(body) : body,
          isRedelivered: false,
        })),
      )
      deliver(broker)
    },
    ready: (queue) => queues.get(queue)?.length ?? -1,
    unacknowledged: () => total((channel) => channel.unacknowledged.size),
    consumers: () => total((channel) => channel.consumers.size),
    bindings,
    users,
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
