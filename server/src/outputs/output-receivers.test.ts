/** Outputs to real receivers: inputs of the same server, an HTTP server and a store of objects. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { HTTP_OUTPUT, LOGYARD_OUTPUT, OTLP_OUTPUT, S3_OUTPUT, SYSLOG_OUTPUT } from '@logyard/contract/outputs/outputs'
import { expect, test } from 'vitest'
import { testCertificates } from '../ingest/inputs/testing/certificates.ts'
import { INPUT, type LaunchedInput, type Receiver, startReceiver } from '../senders/testing/receiver.ts'
import { createDataFolder } from '../testing/data-folder.ts'
import { startObjectStore } from '../testing/object-store.ts'
import { ADMIN_PASSWORD } from '../testing/server-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const WAIT = { timeout: 60_000 }
const SECRET = 'a-secret-of-the-output'

const json = (method: string, body: unknown): RequestInit => ({ method, body: JSON.stringify(body) })

/** Calls without a response body. */
async function done(logyard: Receiver, path: string, init: RequestInit): Promise<void> {
  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
    'content-type': 'application/json',
    'x-requested-by': 'test',
  }
  const answer = await fetch(`${logyard.url}api${path}`, { ...init, headers })
  expect(answer.status, path).toBeLessThan(300)
}

const allowUrls = (logyard: Receiver) =>
  done(logyard, '/system/urlwhitelist', json('PUT', { entries: [], disabled: true }))

/** A stream for the messages of this input: what comes back through other inputs is not in it. */
async function streamOf(logyard: Receiver, { id }: LaunchedInput): Promise<string> {
  const { index_sets } = await logyard.call('/system/indices/index_sets')
  const rules = [{ type: 1, field: 'gl2_source_input', value: id, inverted: false }]
  const draft = { title: 'Sent', index_set_id: Object(index_sets)[0].id, rules }
  const stream = String((await logyard.call('/streams', json('POST', draft)))['stream_id'])
  await done(logyard, `/streams/${stream}/resume`, { method: 'POST' })
  return stream
}

async function addOutput(logyard: Receiver, stream: string, type: string, configuration: object): Promise<string> {
  const { id } = await logyard.call('/system/outputs', json('POST', { title: type, type, configuration }))
  await done(logyard, `/streams/${stream}/outputs`, json('POST', { outputs: [id] }))
  return String(id)
}

async function send({ port }: LaunchedInput, ...messages: readonly Readonly<Record<string, unknown>>[]) {
  const socket = connect(port, '127.0.0.1')
  socket.end(messages.map((one) => `${JSON.stringify({ version: '1.1', host: 'web-1', ...one })}\0`).join(''))
  socket.resume()
  await once(socket, 'close')
}

const deliveryOf = async (logyard: Receiver, id: string) => {
  const { deliveries } = await logyard.call('/logyard/outputs/deliveries')
  return Object(deliveries).find(({ output_id }: { output_id: string }) => output_id === id)
}

/** An HTTP receiver that answers with `state.status`, and records the documents of the requests that it accepts. */
async function httpReceiver() {
  const state: { status: number; texts: string[]; requests: string[] } = { status: 200, texts: [], requests: [] }
  const server = createServer(async (request, response) => {
    const body = gunzipSync(await buffer(request)).toString()
    state.requests.push(
      `${request.method} ${request.url} ${request.headers['content-type']} ${request.headers['x-key']}`,
    )
    if (state.status === 200) for (const line of body.trim().split('\n')) state.texts.push(JSON.parse(line).message)
    response.writeHead(state.status).end('whatever it says')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  return {
    state,
    url: `http://127.0.0.1:${address.port}/in`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const timestamp = 1_600_000_000.25
const MESSAGE = { short_message: 'number one', timestamp, level: 3, _order: 'A "17"', _took: 1.5, _big: 12_345 }

test('another Logyard, a syslog server, a collector and a store get each message with its fields', async () => {
  await using logyard = await startReceiver()
  await using store = await startObjectStore({ accessKey: 'KEY', secretKey: SECRET })
  await allowUrls(logyard)
  const from = await logyard.launch(INPUT.gelfTcp)
  const stream = await streamOf(logyard, from)
  await using folder = await temporaryFolder()
  const { files } = await testCertificates(folder.path)
  const tls = { tls_enable: true, tls_cert_file: files.serverCertificate, tls_key_file: files.serverKey }
  const [gelf, syslog, datagrams, encrypted, otlp] = [
    await logyard.launch(INPUT.gelfHttp),
    await logyard.launch(INPUT.syslogTcp),
    await logyard.launch(INPUT.syslogUdp),
    await logyard.launch(INPUT.syslogTcp, tls),
    await logyard.launch(INPUT.otlp),
  ]
  await addOutput(logyard, stream, LOGYARD_OUTPUT, { url: `http://127.0.0.1:${gelf.port}/gelf` })
  const overSyslogTo = ({ port }: LaunchedInput, more: object) =>
    addOutput(logyard, stream, SYSLOG_OUTPUT, { hostname: '127.0.0.1', port, framing: 'octets', ...more })
  await overSyslogTo(syslog, { protocol: 'TCP' })
  await overSyslogTo(datagrams, { protocol: 'UDP' })
  await overSyslogTo(encrypted, {
    ...{ protocol: 'TCP+TLS', tls_verification_enabled: true, tls_trust_cert_chain: files.authority },
  })
  await addOutput(logyard, stream, OTLP_OUTPUT, { url: `http://127.0.0.1:${otlp.port}/v1/logs` })
  const keys = { access_key: 'KEY', secret_key: SECRET }
  const bucket = { endpoint: store.url, region: 'eu', bucket: 'logs', prefix: 'a/b' }
  await addOutput(logyard, stream, S3_OUTPUT, { ...bucket, ...keys, object_seconds: 1 })
  await send(from, MESSAGE, { ...MESSAGE, short_message: 'line one\nline two' })

  const sameTime = { timestamp: '2020-09-13 12:26:40.250' }
  const [overGelf, secondOverGelf] = await logyard.stored(gelf, 2)
  const fields = { order: 'A "17"', took: 1.5, big: 12_345, level: 3 }
  expect(overGelf).toMatchObject({ ...sameTime, source: 'web-1', message: 'number one', fields })
  expect(secondOverGelf).toMatchObject({ message: 'line one\nline two' })
  const asTexts = { order: 'A "17"', took: '1.5', level: 3 }
  for (const input of [syslog, datagrams, encrypted]) {
    const [overSyslog, secondOverSyslog] = await logyard.stored(input, 2)
    expect(overSyslog).toMatchObject({ ...sameTime, source: 'web-1', message: 'number one', fields: asTexts })
    expect(secondOverSyslog).toMatchObject({ message: 'line one\nline two' })
  }
  const [overOtlp] = await logyard.stored(otlp, 2)
  expect(overOtlp).toMatchObject({ ...sameTime, source: 'web-1', message: 'number one', fields })

  const texts = () =>
    [...store.objects.values()].flatMap((bytes) =>
      gunzipSync(bytes)
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).message),
    )
  await expect.poll(texts, WAIT).toEqual(['number one', 'line one\nline two'])
  const [path = ''] = store.objects.keys()
  expect(path).toMatch(/^\/logs\/a\/b\/\d{4}\/\d\d\/\d\d\/\d\d\/\d{8}T\d{6}Z-[\da-f]{16}\.ndjson\.gz$/)
  expect(logyard.server.output()).not.toContain(SECRET)
}, 180_000)

test('messages that wait for a receiver survive kill -9, and the state says what waits and why', async () => {
  await using receiver = await httpReceiver()
  const { state } = receiver
  const dataFolder = await createDataFolder()
  const before = await startReceiver({ dataFolder })
  await allowUrls(before)
  const from = await before.launch(INPUT.gelfTcp)
  const stream = await streamOf(before, from)
  const configuration = {
    url: receiver.url,
    body: 'lines',
    header_name: 'X-Key',
    header_secret: SECRET,
    flush_interval: 1,
  }
  const output = await addOutput(before, stream, HTTP_OUTPUT, configuration)
  await send(from, { short_message: 'number 0' })
  await expect.poll(() => state.texts, WAIT).toEqual(['number 0'])
  state.status = 503
  const texts = Array.from({ length: 500 }, (_, n) => `number ${n + 1}`)
  await send(from, ...texts.map((short_message) => ({ short_message })))
  await expect
    .poll(() => deliveryOf(before, output), WAIT)
    .toMatchObject({
      waiting_messages: texts.length,
      oldest_at: expect.any(String),
      is_failing: true,
      last_failure: { reason: 'the receiver answers with status 503' },
    })
  expect(before.server.output()).not.toContain(SECRET)
  await before.server.end('SIGKILL')

  state.status = 200
  await using after = await startReceiver({ dataFolder })
  await expect.poll(() => new Set(state.texts).size, WAIT).toBe(texts.length + 1)
  expect(state.texts).toEqual(expect.arrayContaining(texts))
  expect(state.requests.at(-1)).toBe(`POST /in application/x-ndjson ${SECRET}`)
  await expect
    .poll(() => deliveryOf(after, output), WAIT)
    .toMatchObject({ waiting_messages: 0, waiting_bytes: 0, oldest_at: null, is_failing: false })

  // A change without the secret keeps it, and no response has it.
  const { header_secret: _secret, ...others } = configuration
  await after.call(`/system/outputs/${output}`, json('PUT', { configuration: { ...others, body: 'array' } }))
  const shown = await after.call(`/system/outputs/${output}`)
  expect(shown['configuration']).toMatchObject({ header_secret: '<password set>', body: 'array' })
  await after.call(`/system/outputs/${output}`, json('PUT', { configuration: { ...others, body: 'lines' } }))
  await expect.poll(() => after.call(`/system/inputstates/${from.id}`), WAIT).toMatchObject({ state: 'RUNNING' })
  await send(from, { short_message: 'last' })
  await expect.poll(() => state.texts.at(-1), WAIT).toBe('last')
  expect(state.requests.at(-1)).toContain(SECRET)
}, 180_000)
