/** AMQP 0-9-1 up to the open channel; `startAmqpBroker` has the rest. */
import { frame, long, method, u16, u32 } from '../../ingest/inputs/testing/amqp-frames.ts'
import { bytes, type PeerProtocol } from './peer-protocol.ts'

const start = (properties: Buffer) => method(0, [10, 10], Buffer.from([0, 9]), properties, long('PLAIN'), long('en_US'))
const TUNE = method(0, [10, 30], u16(2047), u32(131_072), u16(60))
const OPEN_OK = method(0, [10, 41], Buffer.from([0]))
const CHANNEL_OK = method(1, [20, 11], u32(0))
const CLOSE_OK = method(0, [10, 51])

/** The field "a" holds a table that holds a table, and so on. */
function nestedTables(depth: number): Buffer {
  let table = u32(0)
  for (let i = 0; i < depth; i++) {
    const field = Buffer.concat([bytes('01 61 46'), table])
    table = Buffer.concat([u32(field.length), field])
  }
  return table
}

export const amqp: PeerProtocol = {
  steps: 4,
  answer(request) {
    if (request.toString('latin1', 0, 4) === 'AMQP') return start(u32(0))
    // The last method of the chunk: a client sends "tune-ok" and "open" together.
    if (request.includes(bytes('00 0a 00 28'))) return OPEN_OK
    if (request.includes(bytes('00 0a 00 0b'))) return TUNE
    if (request.includes(bytes('00 14 00 0a'))) return CHANNEL_OK
    if (request.includes(bytes('00 0a 00 32'))) return CLOSE_OK
    return undefined
  },
  wrong() {
    return [
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
  },
}
