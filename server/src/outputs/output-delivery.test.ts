/** What outputs send, as their receivers see it: a whole server with real sockets. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { GELF_OUTPUT, STDOUT_OUTPUT } from '@logyard/contract/outputs/outputs'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCertificates } from '../ingest/inputs/testing/certificates.ts'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { freePort } from '../testing/free-port.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { tcpReceiver, udpReceiver } from './testing/gelf-receivers.ts'

let logyard: Receiver
let launched: Promise<LaunchedInput> | undefined
let indexSetId: string

beforeAll(async () => {
  logyard = await startReceiver()
  const { index_sets } = await logyard.call('/system/indices/index_sets')
  indexSetId = String(Object(index_sets)[0].id)
})
afterAll(() => logyard[Symbol.asyncDispose]())

/** The receiver. */
function input(): Promise<LaunchedInput> {
  launched ??= logyard.launch(INPUT.gelfTcp)
  return launched
}

const json = (method: string, body?: unknown): RequestInit => ({
  method,
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})
/** Calls without a response body. */
const done = async (path: string, init: RequestInit) => {
  const answer = await fetch(`${logyard.url}api${path}`, {
    ...init,
    headers: {
      authorization: `Basic ${Buffer.from('admin:correct horse battery').toString('base64')}`,
      'content-type': 'application/json',
      'x-requested-by': 'test',
    },
  })
  expect(answer.status, path).toBeLessThan(300)
}

/** Starts a stream for the messages of one app. */
async function addStream(app: string): Promise<string> {
  const rules = [{ type: 1, field: 'app', value: app, inverted: false }]
  const draft = { title: app, index_set_id: indexSetId, rules }
  const id = String((await logyard.call('/streams', json('POST', draft)))['stream_id'])
  await done(`/streams/${id}/resume`, { method: 'POST' })
  return id
}

async function addOutput(configuration: Readonly<Record<string, unknown>>, streams: readonly string[]) {
  const gelf = { hostname: '127.0.0.1', reconnect_delay: 10, ...configuration }
  const draft = { title: 'To a test', type: GELF_OUTPUT, configuration: gelf }
  const id = String((await logyard.call('/system/outputs', json('POST', draft)))['id'])
  for (const stream of streams) await done(`/streams/${stream}/outputs`, json('POST', { outputs: [id] }))
  return id
}

async function send(...messages: readonly Readonly<Record<string, unknown>>[]) {
  const socket = connect((await input()).port, '127.0.0.1')
  const gelf = messages.map((message) => ({ version: '1.1', host: 'web-1', short_message: 'hello', ...message }))
  // JSON has no bigint: `"#17#"` stands for the number 17.
  const text = gelf.map((one) => `${JSON.stringify(one).replaceAll(/"#(\d+)#"/g, '$1')}\0`).join('')
  socket.end(text)
  socket.resume()
  await once(socket, 'close')
}

const count = async (outputId: string, name: string) => {
  const metrics = [`logyard.outputs.${outputId}.${name}`]
  const found = await logyard.call('/system/metrics/multiple', json('POST', { metrics }))
  const { rate, value } = Object(found)['metrics'][0]?.metric ?? {}
  return Number(value ?? rate?.total)
}
const warnings = async (type: string) => {
  const { notifications } = await logyard.call('/system/notifications')
  return Object(notifications).filter((one: { type: string }) => one.type === type)
}
const WAIT = { timeout: 60_000 }
const texts = (messages: readonly Readonly<Record<string, unknown>>[]) =>
  messages.map(({ short_message }) => short_message)

test('a message in two streams that share an output arrives once, in order and complete', async () => {
  await using receiver = await tcpReceiver()
  const [one, two] = [await addStream('shop'), await addStream('shop')]
  await addOutput({ port: receiver.port }, [one, two])
  const timestamp = 1_600_000_000.25
  const fields = { _app: 'shop', _big: '#9007199254740993#', _level_text: 'x' }
  const message = { timestamp, level: 3, full_message: 'hello\nworld \u0001 ünï', ...fields }
  await send({ ...message, short_message: 'first' }, { _app: 'other' }, { _app: 'shop', short_message: 'second' })
  await expect.poll(() => receiver.texts.length, WAIT).toBe(2)
  await send({ _app: 'shop', short_message: 'third' })
  await expect.poll(() => texts(receiver.messages()), WAIT).toEqual(['first', 'second', 'third'])

  const [first] = receiver.messages()
  expect(first).toMatchObject({
    version: '1.1',
    host: 'web-1',
    short_message: 'first',
    full_message: 'hello\nworld \u0001 ünï',
    timestamp,
    level: 3,
    _app: 'shop',
    _level_text: 'x',
    _gl2_source_input: (await input()).id,
    _gl2_remote_ip: '127.0.0.1',
    _forwarder: hostname(),
  })
  expect(first).not.toHaveProperty('_level')
  expect(receiver.texts[0]).toContain('"_big":9007199254740993,')
  expect(receiver.connections()).toBe(1)
})

test('over UDP a text severity is sent as a number, and long messages are compressed and chunked', async () => {
  await using receiver = await udpReceiver()
  const stream = await addStream('udp')
  const output = await addOutput({ port: receiver.port, protocol: 'UDP' }, [stream])
  // Random, so it hardly compresses.
  const noise = Array.from({ length: 20_000 }, (_, n) => Math.imul(n + 1, 0x9e3779b1).toString(36)).join('')
  const same = 'very much the same '.repeat(1000)
  await send({ _app: 'udp', level: '3', short_message: 'short' })
  await expect.poll(() => receiver.texts.length, WAIT).toBe(1)
  await send({ _app: 'udp', short_message: 'same', full_message: same })
  await expect.poll(() => receiver.texts.length, WAIT).toBe(2)
  await send({ _app: 'udp', short_message: 'noise', full_message: noise })
  await expect.poll(() => texts(receiver.messages()), WAIT).toEqual(['short', 'same', 'noise'])
  expect(receiver.messages()[0]).toMatchObject({ level: 3, host: 'web-1', _forwarder: hostname() })
  expect(receiver.messages()[1]?.['full_message']).toBe(same.trim())
  expect(receiver.messages()[2]?.['full_message']).toBe(noise)
  const magics = receiver.datagrams.map(({ magic }) => magic)
  expect([magics[1], new Set(magics.slice(2)), magics.length > 10]).toEqual(['1f8b', new Set(['1e0f']), true])
  expect(Math.max(...receiver.datagrams.map(({ length }) => length))).toBeLessThanOrEqual(1420)
  expect([await count(output, 'written'), await count(output, 'dropped')]).toEqual([3, 0])
})

test('over TLS with verification, only a server with a valid certificate gets messages', async () => {
  await using folder = await temporaryFolder()
  const { server, files } = await testCertificates(folder.path)
  await using receiver = await tcpReceiver({ tls: { cert: server.certificate, key: server.key } })
  const stream = await addStream('tls')
  const configuration = { port: receiver.port, protocol: 'TCP+TLS', tls_verification_enabled: true }
  const output = await addOutput(configuration, [stream])
  await send({ _app: 'tls', short_message: 'secret' })
  await expect.poll(() => count(output, 'faults'), WAIT).toBeGreaterThan(0)
  expect(receiver.texts).toEqual([])
  const trusting = { hostname: '127.0.0.1', ...configuration, tls_trust_cert_chain: files.authority }
  await logyard.call(`/system/outputs/${output}`, json('PUT', { configuration: trusting }))
  await expect.poll(() => texts(receiver.messages()), WAIT).toEqual(['secret'])
})

test.each(['/dev/zero', '/nonexistent', '/etc'])(
  'trusted certificates in %s fail the output, until its configuration is right',
  async (path) => {
    await using receiver = await tcpReceiver()
    const app = `trusts-${path.slice(1).replace('/', '-')}`
    const stream = await addStream(app)
    const configuration = { port: receiver.port, protocol: 'TCP+TLS', tls_trust_cert_chain: path }
    const output = await addOutput(configuration, [stream])
    await send({ _app: app })
    await expect.poll(() => count(output, 'faults'), WAIT).toBeGreaterThan(0)
    const reason = `the trusted certificates ${path} are not a readable file of at most 1048576 bytes`
    await expect.poll(() => logyard.server.output().includes(reason), WAIT).toBe(true)
    const plain = { hostname: '127.0.0.1', port: receiver.port }
    await logyard.call(`/system/outputs/${output}`, json('PUT', { configuration: plain }))
    await expect.poll(() => receiver.texts.length, WAIT).toBe(1)
  },
)

test('messages are written to the server log with their prefix', async () => {
  const stream = await addStream('log')
  const draft = { title: 'Log', type: STDOUT_OUTPUT, configuration: { prefix: 'SEEN>' } }
  const id = String((await logyard.call('/system/outputs', json('POST', draft)))['id'])
  await done(`/streams/${stream}/outputs`, json('POST', { outputs: [id] }))
  await send({ _app: 'log', short_message: 'said "aloud"' })
  const logged = () =>
    logyard.server
      .output()
      .split('\n')
      .filter((line) => line.includes('SEEN>'))
  await expect.poll(logged, WAIT).toHaveLength(1)
  const { msg, outputId } = JSON.parse(logged()[0] ?? '')
  const message = JSON.parse(msg.slice('SEEN> '.length))
  expect([outputId, message.message, message.app, message.streams]).toEqual([
    id,
    'said "aloud"',
    'log',
    [DEFAULT_STREAM_ID, stream],
  ])
})

test('only messages sent while the stream has the output arrive', async () => {
  await using receiver = await tcpReceiver()
  const stream = await addStream('late')
  const output = await addOutput({ port: receiver.port }, [])
  await send({ _app: 'late', short_message: 'early', _n: 1 })
  await logyard.call(`/system/outputs/${output}`)
  await expect.poll(async () => (await stored('late')).length, WAIT).toBe(1)
  await done(`/streams/${stream}/outputs`, json('POST', { outputs: [output] }))
  await send({ _app: 'late', short_message: 'in time' })
  await expect.poll(() => texts(receiver.messages()), WAIT).toEqual(['in time'])
  await done(`/streams/${stream}/outputs/${output}`, { method: 'DELETE' })
  await send({ _app: 'late', short_message: 'too late' })
  await expect.poll(async () => (await stored('late')).length, WAIT).toBe(3)
  expect(texts(receiver.messages())).toEqual(['in time'])
})

test('a changed output continues at its new address, and reconnects when its receiver hangs up', async () => {
  await using first = await tcpReceiver()
  await using second = await tcpReceiver()
  const stream = await addStream('moving')
  const output = await addOutput({ port: first.port }, [stream])
  await send({ _app: 'moving', short_message: 'one' })
  await expect.poll(() => texts(first.messages()), WAIT).toEqual(['one'])
  const configuration = { hostname: '127.0.0.1', port: second.port, reconnect_delay: 10 }
  await logyard.call(`/system/outputs/${output}`, json('PUT', { configuration }))
  await send({ _app: 'moving', short_message: 'two' })
  await expect.poll(() => texts(second.messages()), WAIT).toEqual(['two'])
  second.hangUp()
  await send({ _app: 'moving', short_message: 'three' })
  await expect.poll(() => texts(second.messages()), WAIT).toEqual(['two', 'three'])
  expect([texts(first.messages()), second.connections()]).toEqual([['one'], 2])
})

test('messages are queued while their receiver is down, and other outputs are not delayed', async () => {
  const port = await freePort()
  await using other = await tcpReceiver()
  const stream = await addStream('away')
  const output = await addOutput({ port }, [stream])
  await addOutput({ port: other.port }, [stream])
  const sent = Array.from({ length: 2000 }, (_, n) => ({ _app: 'away', short_message: `number ${n}` }))
  await send(...sent)
  await expect.poll(() => other.texts.length, WAIT).toBe(sent.length)
  await expect.poll(() => count(output, 'faults'), WAIT).toBeGreaterThanOrEqual(5)
  expect(await count(output, 'queuedMessages')).toBe(sent.length)
  expect(await warnings('output_disabled')).toMatchObject([
    {
      severity: 'normal',
      details: { outputId: output, streamId: stream, streamTitle: 'away', faultCount: 5, faultPenaltySeconds: 30 },
    },
  ])
  // A change makes it retry at once.
  await using receiver = await tcpReceiver({ port })
  const configuration = { hostname: '127.0.0.1', port, tcp_no_delay: true }
  await logyard.call(`/system/outputs/${output}`, json('PUT', { configuration }))
  await expect.poll(() => receiver.texts.length, WAIT).toBe(sent.length)
  expect(texts(receiver.messages())).toEqual(sent.map(({ short_message }) => short_message))
  await expect.poll(() => warnings('output_disabled'), WAIT).toEqual([])
  expect([await count(output, 'written'), await count(output, 'dropped')]).toEqual([sent.length, 0])
})

test('messages beyond the queue are dropped, counted and reported once, but still stored', async () => {
  const port = await freePort()
  const stream = await addStream('flood')
  const output = await addOutput({ port, reconnect_delay: 60_000, queue_limit_mb: 16 }, [stream])
  const before = await warnings('output_failing')
  expect(before).toEqual([])
  const long = 'x'.repeat(1_000_000)
  for (let n = 0; n < 30; n += 1) await send({ _app: 'flood', short_message: `number ${n}`, full_message: long })
  await expect.poll(async () => (await stored('flood')).length, { timeout: 60_000 }).toBe(30)
  await expect
    .poll(async () => (await count(output, 'queuedMessages')) + (await count(output, 'dropped')), WAIT)
    .toBe(30)
  expect(await count(output, 'dropped')).toBeGreaterThan(10)
  expect(await count(output, 'queuedBytes')).toBeLessThanOrEqual(16 * 2 ** 20)
  await expect
    .poll(() => warnings('output_failing'), WAIT)
    .toMatchObject([
      { details: { outputId: output, outputTitle: 'To a test', streamId: stream, streamTitle: 'flood' } },
    ])
  await done(`/system/outputs/${output}`, { method: 'DELETE' })
  const metrics = async () => Object((await logyard.call('/system/metrics/names'))['names'])
  await expect.poll(async () => (await metrics()).filter((name: string) => name.includes(output)), WAIT).toEqual([])
}, 120_000)

async function stored(app: string): Promise<readonly unknown[]> {
  const query = new URLSearchParams({ query: `app:${app}`, range: '0', limit: '100', fields: 'message' })
  const { messages } = await logyard.call(`/search/universal/relative?${query}`)
  return Object(messages)
}
