import { bytes, type PeerProtocol } from './peer-protocol.ts'

const BIND = 0x60
const UNBIND = 0x42
const SEARCH = 0x63
const EXTENDED = 0x77
const SUCCESS = '07 0a 01 00 04 00 04 00'

/** A request is a sequence: its length, an id of the message, and the operation. */
function read(request: Buffer): { readonly id: Buffer; readonly operation: number } {
  const lengthBytes = (request[1] ?? 0) > 128 ? (request[1] ?? 0) - 128 : 0
  const at = 2 + lengthBytes
  const size = request[at + 1] ?? 0
  return { id: request.subarray(at, at + 2 + size), operation: request[at + 2 + size] ?? 0 }
}

const message = (id: Buffer, content: string | Buffer) => {
  const body = Buffer.concat([id, typeof content === 'string' ? bytes(content) : content])
  return Buffer.concat([Buffer.from([0x30, 0x82, body.length >> 8, body.length & 255]), body])
}

/** An entry named "a" whose attribute "b" is "c". */
const ENTRY = '64 0f 04 01 61 30 0a 30 08 04 01 62 31 03 04 01 63'
const nested = (depth: number): Buffer => {
  let inner: Buffer = Buffer.alloc(0)
  for (let i = 0; i < depth; i++) {
    inner = Buffer.concat([Buffer.from([0x30, 0x82, inner.length >> 8, inner.length & 255]), inner])
  }
  return inner
}

export const ldap: PeerProtocol = {
  steps: 3,
  answer(request) {
    const { id, operation } = read(request)
    switch (operation) {
      case BIND:
        return message(id, `61 ${SUCCESS}`)
      case SEARCH:
        return Buffer.concat([message(id, ENTRY), message(id, `65 ${SUCCESS}`)])
      case EXTENDED:
        return message(id, `78 ${SUCCESS}`)
      case UNBIND:
        return undefined
      default:
        return message(id, `65 ${SUCCESS}`)
    }
  },
  wrong(request) {
    const { id } = read(request)
    const entries = [
      // A set of values that says 127 bytes, and has none.
      '64 0c 04 01 61 30 0a 30 08 04 01 62 31 7f',
      // The attribute is a text, not a sequence.
      '64 0c 04 01 61 30 07 04 05 04 01 62 31 7f',
      '64 0c 04 01 61 30 7f 30 05 04 01 62 31 00',
      '64 11 04 01 61 30 0a 30 08 04 01 62 31 03 04 7f 78',
      '64 0a 04 01 61 30 84 ff ff ff ff',
      '64 0a 04 01 61 30 80 30 05 04 01 62 31 00',
      '61 07 0a 01 7f 04 00 04 00',
      '61 07 02 01 00 02 00 02 00',
      '6f 00',
      '78 07 0a 01 00 04 00 04 7f',
    ]
    return [
      ...entries.map((entry) => message(id, entry)),
      Buffer.concat([bytes('30 11'), id, bytes(entries[0] ?? '')]),
      message(bytes('02 01 7e'), `61 ${SUCCESS}`),
      message(bytes('02 08 ff ff ff ff ff ff ff ff'), `61 ${SUCCESS}`),
      bytes('30 84 7f ff ff ff'),
      bytes('30 88 ff ff ff ff ff ff ff ff'),
      bytes('30 00'),
      message(id, nested(5000)),
    ]
  },
}
