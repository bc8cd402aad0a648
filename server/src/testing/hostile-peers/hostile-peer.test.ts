import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { HOSTILE_BEHAVIOURS, type HostileProtocol, startHostilePeer } from './hostile-peer.ts'

const REQUESTS: Readonly<Record<HostileProtocol, Buffer>> = {
  ldap: Buffer.from('300c020101600702010304008000', 'hex'),
  kafka: Buffer.from('0000000c00120003000000070000ffff', 'hex'),
  amqp: Buffer.from('AMQP\0\0\x09\x01', 'latin1'),
  http: Buffer.from('GET / HTTP/1.1\r\nhost: peer\r\n\r\n'),
  oidc: Buffer.from('GET /.well-known/openid-configuration HTTP/1.1\r\nhost: peer\r\n\r\n'),
  smtp: Buffer.from('EHLO me\r\n'),
  whois: Buffer.from('n + 192.0.2.7\r\n'),
  dns: Buffer.from('001d00070100000100000000000001610765786d61706c650000010001', 'hex'),
}
const PROTOCOLS = Object.keys(REQUESTS).filter((name): name is HostileProtocol => Object.hasOwn(REQUESTS, name))
const ENOUGH_BYTES = 1_000_000

/** The bytes until the peer ends the connection, or has sent enough of them. */
async function firstBytes(port: number, request: Buffer, enough: number): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // 'close' follows
  const chunks: Buffer[] = []
  let size = 0
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size >= enough) socket.destroy()
  })
  socket.write(request)
  if (!socket.destroyed) await once(socket, 'close')
  return Buffer.concat(chunks)
}

test.each(PROTOCOLS)('a peer of %s misbehaves in each way', async (protocol) => {
  const request = REQUESTS[protocol]
  for (const behaviour of HOSTILE_BEHAVIOURS) {
    await using peer = await startHostilePeer({ protocol, behaviour })
    const enough = { cut: ENOUGH_BYTES, wrong: 1, endless: ENOUGH_BYTES, slow: 2, empty: 1, random: ENOUGH_BYTES }
    const sent = await firstBytes(peer.port, request, enough[behaviour])
    if (behaviour === 'empty') expect(sent).toHaveLength(0)
    if (behaviour === 'endless') expect(sent.length).toBeGreaterThanOrEqual(ENOUGH_BYTES)
    if (behaviour === 'random') expect(sent.length).toBeLessThan(ENOUGH_BYTES)
    expect(peer.connections(), behaviour).toBe(1)
  }
})

test('the same seed gives the same bytes', async () => {
  const received: Buffer[] = []
  for (const seed of [7, 7, 8]) {
    await using peer = await startHostilePeer({ protocol: 'http', behaviour: 'random', seed })
    received.push(await firstBytes(peer.port, REQUESTS.http, ENOUGH_BYTES))
  }
  expect(received[0]).toEqual(received[1])
  expect(received[0]).not.toEqual(received[2])
})
