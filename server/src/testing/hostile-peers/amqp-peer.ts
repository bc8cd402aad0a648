/** A broker of AMQP 0-9-1 that delivers one message to each consumer; `startAmqpBroker` has the rest. */
import { frame, long, method, short, shortAt, u16, u32 } from '../../ingest/inputs/testing/amqp-frames.ts'
import { badDeliveries, deliver, endlessDeliveries, properties } from './amqp-deliveries.ts'
import { bytes, type PeerProtocol } from './peer-protocol.ts'

const METHOD = 1
const HEADER_BYTES = 7
const CONSUME = '60.20'

const start = (tables: Buffer) => method(0, [10, 10], Buffer.from([0, 9]), tables, long('PLAIN'), long('en_US'))

interface Request {
  readonly name: string
  readonly channel: number
  readonly payload: Buffer
}

/** The right response to each method of the client. */
const RESPONSES: Readonly<Record<string, (request: Request) => Buffer>> = {
  '10.11': () => method(0, [10, 30], u16(2047), u32(131_072), u16(60)),
  '10.40': () => method(0, [10, 41], short('')),
  '10.50': () => method(0, [10, 51]),
  '20.10': ({ channel }) => method(channel, [20, 11], long('')),
  '20.40': ({ channel }) => method(channel, [20, 41]),
  '50.10': ({ channel, payload }) => method(channel, [50, 11], short(shortAt(payload, 6)), u32(0), u32(0)),
  '50.20': ({ channel }) => method(channel, [50, 21]),
  '60.10': ({ channel }) => method(channel, [60, 11]),
  [CONSUME]: ({ channel }) =>
    Buffer.concat([
      consumeOk(channel),
      deliver(channel),
      properties(channel, 5),
      frame(3, channel, Buffer.from('hello')),
    ]),
  '60.30': ({ channel, payload }) => method(channel, [60, 31], short(shortAt(payload, 4))),
}

const consumeOk = (channel: number) => method(channel, [60, 21], short('tag'))

/** The methods of one chunk. */
function requestsIn(chunk: Buffer): readonly Request[] {
  const requests: Request[] = []
  for (let at = 0; at + HEADER_BYTES < chunk.length; ) {
    const size = chunk.readUInt32BE(at + 3)
    const payload = chunk.subarray(at + HEADER_BYTES, at + HEADER_BYTES + size)
    if (chunk[at] === METHOD && payload.length >= 4) {
      const name = `${payload.readUInt16BE(0)}.${payload.readUInt16BE(2)}`
      requests.push({ name, channel: chunk.readUInt16BE(at + 1), payload })
    }
    at += HEADER_BYTES + size + 1
  }
  return requests
}

const isGreeting = (chunk: Buffer) => chunk.toString('latin1', 0, 4) === 'AMQP'
const consumeIn = (chunk: Buffer) => requestsIn(chunk).find(({ name }) => name === CONSUME)

/** The field "a" holds a table that holds a table, and so on. */
function nestedTables(depth: number): Buffer {
  let table = u32(0)
  for (let i = 0; i < depth; i++) {
    const field = Buffer.concat([bytes('01 61 46'), table])
    table = Buffer.concat([u32(field.length), field])
  }
  return table
}

const badHandshakes = (): readonly Buffer[] => [
  bytes('01 00 00 ff ff ff ff'),
  bytes('01 00 00 00 00 00 00 00'),
  bytes('09 00 00 00 00 00 00 ce'),
  Buffer.concat([start(u32(0)).subarray(0, -1), bytes('00')]),
  start(bytes('7f ff ff ff')),
  start(nestedTables(5000)),
  method(0, [99, 99]),
  method(0, [10, 30], u16(0), u32(1), u16(1)),
  method(7, [20, 11], u32(0)),
  method(0, [10, 50], u16(320), bytes('ff 61')),
  method(1, [60, 60], bytes('ff 61')),
  frame(2, 1, bytes('00 3c 00 00 ff ff ff ff ff ff ff ff ff ff')),
  frame(3, 1, Buffer.alloc(1000)),
  frame(8, 0, bytes('00')),
]

export const amqp: PeerProtocol = {
  // Greeting, login, opening of the connection; a channel, its queue and its end; a channel, its prefetch, its consumer.
  steps: 9,
  answer(chunk) {
    if (isGreeting(chunk)) return start(u32(0))
    const responses = requestsIn(chunk).flatMap((request) => RESPONSES[request.name]?.(request) ?? [])
    return responses.length === 0 ? undefined : Buffer.concat(responses)
  },
  isAfterHandshake: (chunk) => consumeIn(chunk) !== undefined,
  wrong(chunk) {
    const { channel } = consumeIn(chunk) ?? {}
    if (channel === undefined) return badHandshakes()
    return badDeliveries(channel).map((delivery) => Buffer.concat([consumeOk(channel), delivery]))
  },
  endless(chunk) {
    const { channel } = consumeIn(chunk) ?? {}
    if (channel === undefined) return []
    return endlessDeliveries(channel).map(({ head, block }) => ({
      head: Buffer.concat([consumeOk(channel), head]),
      block,
    }))
  },
}
