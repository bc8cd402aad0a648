/** A sender that closes without reading resets its connection if anything was sent to it. */
import { createServer } from 'node:net'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { ADMIN_PASSWORD, startServer } from '../../../testing/server-process.ts'

const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a TLS 1.3 input sends nothing to a sender after the handshake', async () => {
  await using server = await startServer()
  const port = await freePort()
  const created = await fetch(`${server.url}api/system/inputs`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    body: JSON.stringify({
      title: 'raw',
      type: RAW_TCP,
      global: true,
      configuration: {
        bind_address: '127.0.0.1',
        port,
        recv_buffer_size: 1_048_576,
        max_message_size: 2_097_152,
        tls_enable: true,
      },
    }),
  })
  expect(created.status, await created.text()).toBe(201)
  const send = () =>
    new Promise<{ readonly protocol: string | null; readonly tickets: number }>((resolve, reject) => {
      let tickets = 0
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => socket.end('last words\n'))
      socket.on('session', () => {
        tickets += 1
      })
      socket.once('error', reject)
      socket.resume()
      const protocol = () => socket.getProtocol()
      socket.once('end', () => resolve({ protocol: protocol(), tickets }))
    })
  // The input starts after the response to its creation.
  await expect
    .poll(() => send().catch(() => undefined))
    .toEqual({
      protocol: 'TLSv1.3',
      tickets: 0,
    })
})
