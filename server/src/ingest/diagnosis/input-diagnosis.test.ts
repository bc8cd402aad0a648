/** What a diagnosis says of inputs of a whole server, after senders that do it right and wrong. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { InputDiagnosis } from '@logyard/contract/ingest/input-diagnosis'
import { beforeAll, expect, test } from 'vitest'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../../senders/testing/receiver.ts'
import { ADMIN_PASSWORD } from '../../testing/server-process.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  return () => receiver[Symbol.asyncDispose]()
})

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`
const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'

const path = ({ id }: { readonly id: string }) => `/logyard/inputs/${id}/diagnosis`
async function diagnose(input: LaunchedInput): Promise<InputDiagnosis> {
  // The response has passed the contract's schema on the server.
  return Object(await receiver.call(path(input)))
}

async function send({ port }: LaunchedInput, bytes: string | Uint8Array): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.end(bytes)
  socket.resume()
  await once(socket, 'close')
}

const signs = async (input: LaunchedInput) =>
  Object.fromEntries(
    (await diagnose(input)).nodes.flatMap((node) => node.signs.map(({ kind, count }) => [kind, count])),
  )

test('a diagnosis has state, address, connections, traffic and the streams of messages', async () => {
  const input = await receiver.launch(RAW_TCP)
  expect(await diagnose(input)).toMatchObject({
    nodes: [
      { state: 'RUNNING', connections: { open: 0, total: 0 }, received: { messages: 0, last_at: null }, signs: [] },
    ],
    failures: { total: 0, newest: [] },
    targets: [],
  })
  await send(input, 'one\ntwo\n')
  await receiver.stored(input, 2)
  expect(await diagnose(input)).toMatchObject({
    input_id: input.id,
    nodes: [
      {
        reason: null,
        started_at: expect.any(String),
        listening: { address: '127.0.0.1', port: input.port },
        connections: { total: 1, refused: 0 },
        received: { messages: 2, bytes: 6, last_at: expect.any(String), empty: 0, invalid: 0, dropped: 0 },
      },
    ],
    range_seconds: 900,
    targets: [{ stream_title: 'All messages', index_set_title: 'Default index set', messages: 2 }],
  })
})

test('senders that speak another protocol are recognised by their first bytes', async () => {
  const raw = await receiver.launch(RAW_TCP)
  const hello = connectTls({ port: raw.port, host: '127.0.0.1' })
  hello.on('error', () => undefined)
  await once(hello, 'connect')
  await expect.poll(() => signs(raw)).toEqual({ tls: 1 })
  hello.destroy()
  await send(raw, 'GET / HTTP/1.1\r\n\r\n')
  await send(raw, '{"version":"1.1","host":"h","short_message":"m"}\0')
  await send(raw, '<13>syslog is a choice\n')
  await send(raw, 'GET / HTTP/1.1 200 is a line of an access log\n')
  await expect.poll(() => signs(raw)).toEqual({ tls: 1, http: 1, gelf: 1 })
  const [sign] = (await diagnose(raw)).nodes[0]?.signs ?? []
  expect(sign).toMatchObject({ last_address: '127.0.0.1', last_at: expect.any(String) })

  const beats = await receiver.launch(INPUT.beats)
  await send(beats, '<13>syslog\n')
  await expect.poll(() => signs(beats)).toEqual({ syslog: 1 })

  const secure = await receiver.launch(RAW_TCP, { tls_enable: true })
  await send(secure, 'no tls\n')
  await expect.poll(() => signs(secure)).toEqual({ 'plain-on-tls': 1 })
})

test('requests with a wrong token, path or protocol, and long messages are counted', async () => {
  const otlp = await receiver.launch(INPUT.otlp, { token: 'right' })
  const url = `http://127.0.0.1:${otlp.port}`
  await (await fetch(`${url}/v1/logs`, { method: 'POST', body: Buffer.of(1) })).arrayBuffer()
  await (await fetch(`${url}/v1/traces`, { method: 'POST', body: Buffer.of(1) })).arrayBuffer()
  await send(otlp, '<13>Oct 11 22:14:15 host su: text\n')
  await expect.poll(() => signs(otlp)).toEqual({ 'token-refused': 1, 'path-unknown': 1, syslog: 1 })

  const lines = await receiver.launch(RAW_TCP, { max_message_size: 100 })
  await send(lines, `${'x'.repeat(500)}\n`)
  await expect.poll(() => signs(lines)).toEqual({ 'too-long': 1 })
})

test('what cannot be decoded is there with samples', async () => {
  const input = await receiver.launch(INPUT.gelfTcp)
  await send(input, 'no json\0')
  await expect.poll(async () => (await diagnose(input)).failures?.total).toBe(1)
  expect((await diagnose(input)).failures).toMatchObject({
    newest: [{ reason: 'not-json', preview: 'no json', remote_address: '127.0.0.1' }],
  })
})

test('a caller sees only the failures and streams of its permissions', async () => {
  const input = await receiver.launch(RAW_TCP)
  await send(input, 'secret\n')
  await receiver.stored(input, 1)
  const password = 'looker of one input'
  const user = { username: 'looker', password, email: 'looker@example.org', full_name: 'Looker' }
  const response = await fetch(`${receiver.url}api/users`, {
    method: 'POST',
    headers: {
      authorization: basic('admin', ADMIN_PASSWORD),
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    body: JSON.stringify({ ...user, roles: [], permissions: [`inputs:read:${input.id}`] }),
  })
  expect(response.status).toBe(201)
  const as = { authorization: basic('looker', password) }
  const other = await receiver.launch(RAW_TCP)
  const answer = await fetch(`${receiver.url}api${path(input)}`, { headers: as })
  expect(await answer.json()).toMatchObject({ failures: null, targets: [], nodes: [{ received: { messages: 1 } }] })
  expect((await fetch(`${receiver.url}api${path(other)}`, { headers: as })).status).toBe(403)
})
