/** What diagnoses say of inputs of a whole server, after senders that do it right and wrong. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { IngestDiagnosis } from '@logyard/contract/ingest/ingest-diagnosis'
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

/** The headers of a new user with these permissions only. */
async function userWith(username: string, permissions: readonly string[]) {
  const password = `password of ${username}`
  const user = { username, password, email: `${username}@example.org`, full_name: username, roles: [], permissions }
  await fetch(`${receiver.url}api/users`, {
    method: 'POST',
    headers: {
      authorization: basic('admin', ADMIN_PASSWORD),
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    body: JSON.stringify(user),
  })
  return { authorization: basic(username, password) }
}

test('a caller sees only the failures and streams of its permissions', async () => {
  const input = await receiver.launch(RAW_TCP)
  await send(input, 'secret\n')
  await receiver.stored(input, 1)
  const as = await userWith('looker', [`inputs:read:${input.id}`])
  const other = await receiver.launch(RAW_TCP)
  const answer = await fetch(`${receiver.url}api${path(input)}`, { headers: as })
  expect(await answer.json()).toMatchObject({ failures: null, targets: [], nodes: [{ received: { messages: 1 } }] })
  expect((await fetch(`${receiver.url}api${path(other)}`, { headers: as })).status).toBe(403)
})

const ALL = '/logyard/ingest/diagnosis'
async function diagnoseAll(query = ''): Promise<IngestDiagnosis> {
  // The response has passed the contract's schema on the server.
  return Object(await receiver.call(`${ALL}${query}`))
}
const post = (path: string, body: object) => receiver.call(path, { method: 'POST', body: JSON.stringify(body) })
const DEFAULT_STREAM = '000000000000000000000001'

test('the diagnosis of all inputs has what each received, stored and failed, and the rules that drop', async () => {
  const source =
    'rule "drop noise" when has_field("message") && contains(to_string($message.message), "noise") then drop_message(); end'
  const rule = await post('/system/pipelines/rule', { title: 'drop noise', description: '', source })
  const pipeline = await post('/system/pipelines/pipeline', {
    title: 'cleaning',
    description: '',
    source: 'pipeline "cleaning"\nstage 0 match either\nrule "drop noise"\nend',
  })
  await fetch(`${receiver.url}api/system/pipelines/connections/to_stream`, {
    method: 'POST',
    headers: {
      authorization: basic('admin', ADMIN_PASSWORD),
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
    body: JSON.stringify({ stream_id: DEFAULT_STREAM, pipeline_ids: [pipeline['id']] }),
  })
  const input = await receiver.launch(RAW_TCP)
  const broken = await receiver.launch(INPUT.gelfTcp)
  await send(broken, 'no json\0')
  await send(input, 'kept\nnoise\nnoise\n')
  await receiver.stored(input, 1)
  const found = async () => (await diagnoseAll()).inputs.filter(({ id }) => id === input.id || id === broken.id)
  await expect.poll(found, { timeout: 20_000 }).toMatchObject([
    {
      id: input.id,
      state: 'RUNNING',
      last_minute: 3,
      last_hour: 3,
      failures: { count: 0, reason: null },
      stored: { last_hour: 1, ahead: 0, streams: [{ title: 'All messages', messages: 1 }] },
    },
    {
      id: broken.id,
      last_minute: 1,
      failures: { count: 1, reason: 'not-json' },
      stored: { last_hour: 0, streams: [] },
    },
  ])
  const diagnosis = await diagnoseAll()
  expect(diagnosis).toMatchObject({
    is_store_up: true,
    processing: { is_paused: false },
    drops: [{ rule_id: rule['id'], rule_title: 'drop noise', last_hour: 2 }],
    in_range: null,
    stream: null,
  })
  expect(Date.parse(diagnosis.newest_at ?? '')).toBeGreaterThan(Date.now() - 600_000)
})

test('a range without messages, a stream whose rules match none, and messages of the future are told', async () => {
  const now = Date.now()
  const at = (hours: number) => encodeURIComponent(new Date(now + hours * 3_600_000).toISOString())
  expect(await diagnoseAll(`?from=${at(-3)}&to=${at(-2)}`)).toMatchObject({ in_range: false })
  expect(await diagnoseAll(`?from=${at(-3)}`)).toMatchObject({ in_range: true })
  const { index_sets } = Object(await receiver.call('/system/indices/index_sets'))
  const { stream_id: stream } = await post('/streams', {
    title: 'Nowhere',
    index_set_id: index_sets[0].id,
    rules: [{ type: 1, field: 'source', value: 'nowhere', inverted: false, description: '' }],
  })
  expect(await diagnoseAll(`?stream=${stream}`)).toMatchObject({
    newest_at: null,
    stream: { title: 'Nowhere', is_paused: true, rules: 1, matching: { matches: 0, looked_at: expect.any(Number) } },
  })
  const gelf = await receiver.launch(INPUT.gelfTcp)
  const timestamp = now / 1000 + 86_400
  await send(gelf, `${JSON.stringify({ version: '1.1', host: 'h', short_message: 'tomorrow', timestamp })}\0`)
  await receiver.stored(gelf, 1)
  const ahead = async () => (await diagnoseAll()).inputs.find(({ id }) => id === gelf.id)?.stored
  await expect.poll(ahead, { timeout: 20_000 }).toMatchObject({ ahead: 1, last_hour: 0, newest_at: null })

  const as = await userWith('one-stream', [`streams:read:${stream}`])
  const ask = (query: string) => fetch(`${receiver.url}api${ALL}${query}`, { headers: as })
  expect(await (await ask('')).json()).toMatchObject({
    inputs: [],
    drops: [],
    processing: null,
    failures: null,
    sees_all_inputs: false,
    newest_at: null,
  })
  expect(await (await ask(`?stream=${stream}`)).json()).toMatchObject({
    inputs: [],
    stream: { matching: { looked_at: 0 } },
  })
  expect((await ask(`?stream=${DEFAULT_STREAM}`)).status).toBe(403)
})
