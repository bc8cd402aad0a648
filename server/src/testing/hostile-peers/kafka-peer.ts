import { bytes, type PeerProtocol } from './peer-protocol.ts'

const API_VERSIONS = 18
/** Key, lowest and highest version of what a consumer uses. */
const SUPPORTED = [
  [1, 4, 16],
  [2, 1, 7],
  [3, 1, 12],
  [8, 2, 9],
  [9, 1, 8],
  [10, 0, 4],
  [11, 0, 9],
  [12, 0, 4],
  [13, 0, 5],
  [14, 0, 5],
  [18, 0, 4],
] as const

const i16 = (value: number) => {
  const result = Buffer.alloc(2)
  result.writeInt16BE(value)
  return result
}
const i32 = (value: number) => {
  const result = Buffer.alloc(4)
  result.writeInt32BE(value)
  return result
}
const framed = (...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([i32(body.length), body])
}
const correlationOf = (request: Buffer) => request.subarray(8, 12)

const apiVersions = Buffer.concat([
  i16(0),
  Buffer.from([SUPPORTED.length + 1]),
  ...SUPPORTED.map(([key, lowest, highest]) => Buffer.concat([i16(key), i16(lowest), i16(highest), Buffer.from([0])])),
  i32(0),
  Buffer.from([0]),
])

export const kafka: PeerProtocol = {
  steps: 2,
  answer(request) {
    const id = correlationOf(request)
    const isVersions = request.length >= 6 && request.readInt16BE(4) === API_VERSIONS
    // No topic and no broker, in the form of every other response.
    return isVersions ? framed(id, apiVersions) : framed(id, Buffer.alloc(32))
  },
  wrong(request) {
    const id = correlationOf(request)
    return [
      bytes('00 00 00 00 00 00'),
      bytes('00 00 00 01 00 00'),
      bytes('ff ff ff ff 00 00'),
      bytes('7f ff ff ff 00 00 00 01 00 00'),
      bytes('80 00 00 00'),
      framed(i32(0x7ffffffe), apiVersions),
      framed(id),
      framed(id, bytes('00 00 ff ff ff ff ff ff ff ff ff ff')),
      framed(id, bytes('00 00 ff ff ff ff 0f')),
      framed(id, bytes('ff ff')),
      framed(id, bytes('00 00 7f 00 01')),
      Buffer.concat([framed(id, apiVersions), framed(id, apiVersions), framed(i32(99), apiVersions)]),
    ]
  },
}
