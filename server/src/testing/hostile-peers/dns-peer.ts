import { bytes, type PeerProtocol } from './peer-protocol.ts'

const HEADER_BYTES = 12
const TTL = '00 00 00 3c'

/** Header and question of a request, without what follows. */
function questionOf(request: Buffer): Buffer {
  let at = HEADER_BYTES
  while (at < request.length && request[at] !== 0) at += 1 + (request[at] ?? 0)
  return request.subarray(HEADER_BYTES, at + 5)
}

const message = (request: Buffer, flags: string, counts: string, records: string | Buffer) =>
  Buffer.concat([
    request.subarray(0, 2),
    bytes(flags),
    bytes(counts),
    questionOf(request),
    typeof records === 'string' ? bytes(records) : records,
  ])

const ONE = '00 01 00 01 00 00 00 00'
/** The name of the question again, and its address. */
const ADDRESS = `c0 0c 00 01 00 01 ${TTL} 00 04 c0 00 02 07`

export const dnsOverUdp: PeerProtocol = {
  steps: 1,
  answer: (request) => message(request, '81 80', ONE, ADDRESS),
  wrong: (request) => [
    // A name that points to itself, and two that point to each other.
    message(request, '81 80', ONE, `c0 ${(HEADER_BYTES + questionOf(request).length).toString(16).padStart(2, '0')}`),
    message(request, '81 80', ONE, 'c0 1f c0 1d 00 01 00 01'),
    message(request, '81 80', '00 01 ff ff ff ff ff ff', ADDRESS),
    message(request, '81 80', '00 00 00 00 00 00 00 00', ''),
    message(request, '81 80', ONE, `c0 0c 00 01 00 01 ${TTL} ff ff c0 00 02 07`),
    message(request, '81 80', ONE, `c0 0c 00 01 00 01 ${TTL} 00 01 c0`),
    message(request, '81 80', ONE, `c0 0c 00 10 00 01 ${TTL} 00 04 ff 61 61 61`),
    message(request, '81 80', ONE, 'bf 61 61 61'),
    message(request, '01 00', ONE, ADDRESS),
    message(request, '83 80', ONE, ADDRESS),
    message(request, '81 8f', ONE, ADDRESS),
    Buffer.concat([bytes('ff ff'), message(request, '81 80', ONE, ADDRESS).subarray(2)]),
    Buffer.alloc(0),
    request,
  ],
}

const framed = (content: Buffer, size = content.length) =>
  Buffer.concat([Buffer.from([size >> 8, size & 255]), content])

export const dnsOverTcp: PeerProtocol = {
  steps: 1,
  answer: (request) => framed(dnsOverUdp.answer(request.subarray(2), 0) ?? Buffer.alloc(0)),
  wrong: (request) => [
    ...dnsOverUdp.wrong(request.subarray(2), 0).map((each) => framed(each)),
    framed(Buffer.alloc(0)),
    framed(request.subarray(2), 65_535),
  ],
}
