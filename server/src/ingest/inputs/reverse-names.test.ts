import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createSyslogCodec } from '@logyard/codecs/syslog/syslog-codec'
import { UTC } from '@logyard/codecs/time-zone'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { createReverseNames } from './reverse-names.ts'

const HEADER_BYTES = 12
const POINTER_TO_QUESTION = 0xc00c
const PTR = 12
const IN = 1

interface NameServer extends AsyncDisposable {
  readonly address: string
  /** The names that were queried. */
  readonly asked: readonly string[]
}

/** A DNS server that resolves names such as `4.3.2.1.in-addr.arpa`. */
async function startNameServer(names: Readonly<Record<string, string>>): Promise<NameServer> {
  const socket: Socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, peer) => {
    const labels: string[] = []
    let at = HEADER_BYTES
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const question = query.subarray(HEADER_BYTES, at + 5)
    const name = labels.join('.')
    asked.push(name)
    const found = Object.hasOwn(names, name) ? names[name] : undefined
    const header = Buffer.alloc(HEADER_BYTES)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(found === undefined ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(found === undefined ? 0 : 1, 6)
    socket.send(Buffer.concat([header, question, ...(found === undefined ? [] : [answerOf(found)])]), peer.port)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  }
}

function answerOf(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]))
  const data = Buffer.concat([...labels, Buffer.of(0)])
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeUInt16BE(POINTER_TO_QUESTION, 0)
  head.writeUInt16BE(PTR, 2)
  head.writeUInt16BE(IN, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

test('syslog lines get the host name of their sender as source, once it has been looked up', async () => {
  await using server = await startNameServer({ '7.2.0.192.in-addr.arpa': 'seven.example.org' })
  const resolver = new Resolver()
  resolver.setServers([server.address])
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const names = createReverseNames({ clock, reverse: (address) => resolver.reverse(address) })
  const decode = createSyslogCodec({ zone: UTC, hostNameOf: names.nameOf }).create({ force_rdns: true })
  const sourceFrom = (remoteAddress: string) => {
    const payload = Buffer.from('<13>Mar  1 09:00:00 web-1 app: text')
    const decoded = decode({ payload, receivedAtMs: clock.now().getTime(), remoteAddress, remotePort: 514 })
    return decoded.ok ? decoded.messages[0]?.source : decoded.reason
  }
  expect(sourceFrom('192.0.2.7')).toBe('web-1')
  await expect.poll(() => sourceFrom('192.0.2.7')).toBe('seven.example.org')
  // Without a name the line's own source stays, and the address is not looked up for each message.
  expect(sourceFrom('192.0.2.8')).toBe('web-1')
  await expect.poll(() => server.asked).toContain('8.2.0.192.in-addr.arpa')
  for (let count = 0; count < 100; count += 1) expect(sourceFrom('192.0.2.8')).toBe('web-1')
  expect(sourceFrom('192.0.2.7')).toBe('seven.example.org')
  expect(server.asked).toHaveLength(2)
  clock.advance(600_000)
  expect(sourceFrom('192.0.2.7')).toBe('seven.example.org')
  await expect.poll(() => server.asked).toHaveLength(3)
})
