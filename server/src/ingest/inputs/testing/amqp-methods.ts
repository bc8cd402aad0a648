/** The methods of AMQP 0-9-1 that the test broker answers, by class and method number. */
import { bit, long, method, short, shortAt, u16, u32 } from './amqp-frames.ts'
import { type Broker, type Channel, type Connection, deliver, requeue, settle } from './amqp-queues.ts'

interface Call {
  readonly broker: Broker
  readonly connection: Connection
  readonly id: number
  readonly payload: Buffer
  say(method: readonly [number, number], ...fields: readonly Buffer[]): void
}

/** The broker refuses a request by closing its channel. */
function refuse(
  { broker, connection, id, say }: Call,
  code: number,
  text: string,
  of: readonly [number, number],
): void {
  const channel = connection.channels.get(id)
  if (channel !== undefined) requeue(broker, channel)
  say([20, 40], u16(code), short(text), u16(of[0]), u16(of[1]))
}

const connectionMethods: Readonly<Record<string, (call: Call) => void>> = {
  '10.11': ({ broker, payload, say }) => {
    const mechanism = payload.lastIndexOf('PLAIN')
    const length = payload.readUInt32BE(mechanism + 5)
    const response = payload.toString('utf8', mechanism + 9, mechanism + 9 + length)
    const [, name = '', password = ''] = response.split('\0')
    broker.users.push(`${name}:${password}`)
    const { user = name } = broker.options
    if (user === name) say([10, 30], u16(100), u32(131_072), u16(60))
    else say([10, 50], u16(403), short('ACCESS_REFUSED - Login was refused'), u16(0), u16(0))
  },
  '10.40': ({ say }) => say([10, 41], short('')),
  '10.50': ({ connection, say }) => {
    say([10, 51])
    connection.socket.end()
  },
  '20.10': ({ connection, id, say }) => {
    const empty = { prefetch: 0, nextTag: 1, consumers: new Map(), unacknowledged: new Map() }
    connection.channels.set(id, { connection, id, ...empty })
    say([20, 11], long(''))
  },
  '50.10': (call) => {
    const { broker, payload, say } = call
    const queue = shortAt(payload, 6)
    const isPassive = bit(payload, 7 + queue.length, 0)
    if (isPassive && !broker.queues.has(queue)) {
      refuse(call, 404, `NOT_FOUND - no queue '${queue}' in vhost '/'`, [50, 10])
      return
    }
    if (!broker.queues.has(queue)) broker.queues.set(queue, [])
    say([50, 11], short(queue), u32(0), u32(0))
  },
  '50.20': (call) => {
    const { broker, payload, say } = call
    const queue = shortAt(payload, 6)
    const exchange = shortAt(payload, 7 + queue.length)
    if (!broker.options.exchanges?.includes(exchange)) {
      refuse(call, 404, `NOT_FOUND - no exchange '${exchange}' in vhost '/'`, [50, 20])
      return
    }
    broker.bindings.push(`${queue} ${exchange} ${shortAt(payload, 8 + queue.length + exchange.length)}`)
    say([50, 21])
  },
}

const channelMethods: Readonly<Record<string, (call: Call, channel: Channel) => void>> = {
  '20.40': ({ broker, say }, channel) => {
    requeue(broker, channel)
    say([20, 41])
    deliver(broker)
  },
  '60.10': ({ payload, say }, channel) => {
    channel.prefetch = payload.readUInt16BE(8)
    say([60, 11])
  },
  '60.20': ({ broker, payload, say }, channel) => {
    if (broker.options.isWithoutLeader?.()) return
    const tag = `consumer-${channel.consumers.size}`
    channel.consumers.set(tag, shortAt(payload, 6))
    say([60, 21], short(tag))
    deliver(broker)
  },
  '60.30': ({ payload, say }, channel) => {
    const tag = shortAt(payload, 4)
    channel.consumers.delete(tag)
    say([60, 31], short(tag))
  },
  '60.80': ({ broker, payload }, channel) =>
    settle(broker, channel, payload.readUInt32BE(8), { isMultiple: bit(payload, 12, 0), isRequeued: false }),
  '60.120': ({ broker, payload }, channel) =>
    settle(broker, channel, payload.readUInt32BE(8), {
      isMultiple: bit(payload, 12, 0),
      isRequeued: bit(payload, 12, 1),
    }),
}

export function answer(broker: Broker, connection: Connection, id: number, payload: Buffer): void {
  const name = `${payload.readUInt16BE(0)}.${payload.readUInt16BE(2)}`
  const channel = connection.channels.get(id)
  const call: Call = {
    broker,
    connection,
    id,
    payload,
    say: (of, ...fields) => void connection.socket.write(method(id, of, ...fields)),
  }
  connectionMethods[name]?.(call)
  if (channel !== undefined) channelMethods[name]?.(call, channel)
}
