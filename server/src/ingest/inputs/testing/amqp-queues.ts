/** The queues of the test broker: delivery up to the prefetch, acknowledgement, redelivery. */
import type { Socket } from 'node:net'
import { frame, method, short, u16, u64 } from './amqp-frames.ts'

interface Queued {
  readonly body: Buffer
  readonly isRedelivered: boolean
}

export interface Channel {
  readonly connection: Connection
  readonly id: number
  prefetch: number
  nextTag: number
  readonly consumers: Map<string, string>
  readonly unacknowledged: Map<number, { readonly queue: string; readonly body: Buffer }>
}

export interface Connection {
  readonly socket: Socket
  readonly channels: Map<number, Channel>
}

export interface Broker {
  readonly options: AmqpBrokerOptions
  readonly queues: Map<string, Queued[]>
  readonly connections: Set<Connection>
  readonly bindings: string[]
  readonly users: string[]
}

export interface AmqpBrokerOptions {
  readonly exchanges?: readonly string[]
  /** Every other user is refused. */
  readonly user?: string
  readonly port?: number
  /** Requests to consume are not answered, as by a cluster that has no leader of the queue. */
  readonly isWithoutLeader?: () => boolean
}

const BODY_BYTES = 100_000

export function requeue(broker: Broker, channel: Channel): void {
  for (const { queue, body } of [...channel.unacknowledged.values()].reverse()) {
    broker.queues.get(queue)?.unshift({ body, isRedelivered: true })
  }
  channel.unacknowledged.clear()
  channel.connection.channels.delete(channel.id)
}

export const channelsOf = ({ connections }: Broker) =>
  [...connections].flatMap((connection) => [...connection.channels.values()])

export function deliver(broker: Broker): void {
  for (const channel of channelsOf(broker)) {
    for (const [tag, queue] of channel.consumers) {
      const waiting = broker.queues.get(queue) ?? []
      const room = channel.prefetch - channel.unacknowledged.size
      for (const message of waiting.splice(0, Math.max(room, 0))) send(channel, tag, queue, message)
    }
  }
}

function send(channel: Channel, tag: string, queue: string, { body, isRedelivered }: Queued): void {
  const { id, connection } = channel
  const delivery = channel.nextTag
  channel.nextTag += 1
  channel.unacknowledged.set(delivery, { queue, body })
  const flag = Buffer.from([isRedelivered ? 1 : 0])
  connection.socket.write(method(id, [60, 60], short(tag), u64(delivery), flag, short(''), short(queue)))
  connection.socket.write(frame(2, id, Buffer.concat([u16(60), u16(0), u64(body.length), u16(0)])))
  for (let at = 0; at < body.length; at += BODY_BYTES) {
    connection.socket.write(frame(3, id, body.subarray(at, at + BODY_BYTES)))
  }
}

export function settle(
  broker: Broker,
  channel: Channel,
  tag: number,
  how: { readonly isMultiple: boolean; readonly isRequeued: boolean },
): void {
  for (const [one, { queue, body }] of [...channel.unacknowledged].reverse()) {
    if (one !== tag && !(how.isMultiple && one < tag)) continue
    channel.unacknowledged.delete(one)
    if (how.isRequeued) broker.queues.get(queue)?.unshift({ body, isRedelivered: true })
  }
  deliver(broker)
}
