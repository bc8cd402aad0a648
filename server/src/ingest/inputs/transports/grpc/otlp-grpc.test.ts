import { once } from 'node:events'
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { credentials, Metadata } from '@grpc/grpc-js'
import { unpackBody } from '@logyard/codecs/batch/packed-body'
import { otlpCodec } from '@logyard/codecs/otlp/otlp-codec'
import { otlpProtobufPayload } from '@logyard/codecs/otlp/testing/otlp-payload'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-grpc'
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { testCertificates } from '../../testing/certificates.ts'
import { type InputsUnderTest, startInputs } from '../../testing/start-inputs.ts'
import { tcpClient } from '../../testing/tcp-client.ts'

const GRPC = 'org.logyard.inputs.otlp.OtlpGrpcInput'
const EXPORT = '/opentelemetry.proto.collector.logs.v1.LogsService/Export'

async function textsOf(world: InputsUnderTest, count: number): Promise<readonly string[]> {
  const records = await world.received(count)
  return records.flatMap(({ origin, raw }) => {
    const decoded = otlpCodec.create(origin.configuration)(raw)
    return decoded.ok ? decoded.messages.map(({ message }) => message) : [decoded.reason]
  })
}

async function exportOne(options: ConstructorParameters<typeof OTLPLogExporter>[0], text: string): Promise<void> {
  const exporter = new OTLPLogExporter({ timeoutMillis: 5000, ...options })
  const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] })
  provider.getLogger('shop').emit({ body: text, severityText: 'WARN', attributes: { order: 'A-17' } })
  await provider.forceFlush()
  await provider.shutdown()
}

test('the OpenTelemetry exporter sends logs, also with TLS and a token', async () => {
  await using world = await startInputs()
  await using folder = await temporaryFolder()
  const plain = await world.launch(GRPC)
  await exportOne({ url: `http://127.0.0.1:${plain.port}` }, 'zahlung: ümlaut')
  const { authority, files } = await testCertificates(folder.path)
  const tls = { tls_enable: true, tls_cert_file: files.serverCertificate, tls_key_file: files.serverKey }
  const secure = await world.launch(GRPC, { ...tls, token: 's3cret' })
  const url = `https://localhost:${secure.port}`
  const metadata = new Metadata()
  metadata.set('authorization', 'Bearer s3cret')
  await exportOne({ url, metadata, credentials: credentials.createSsl(Buffer.from(authority.certificate)) }, 'secured')
  expect(await textsOf(world, 2)).toEqual(['zahlung: ümlaut', 'secured'])
  expect(world.metric(plain, 'total_connections')).toBe(1)
  expect(world.metric(plain, 'incomingMessages')).toBe(1)
  expect(world.metric(plain, 'read_bytes_total')).toBeGreaterThan(100)
})

const framed = (message: Uint8Array, flag = 0, length = message.length) => {
  const head = Buffer.alloc(5)
  head[0] = flag
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, message])
}

async function client(port: number) {
  const session = connect(`http://127.0.0.1:${port}`)
  session.on('error', () => undefined)
  await once(session, 'connect')
  return { session, [Symbol.dispose]: () => session.destroy() }
}

/** The status and message of a call, from trailers or, without a body, from the headers. */
async function call(session: ClientHttp2Session, body: Uint8Array, headers: OutgoingHttpHeaders = {}) {
  const stream = session.request({
    ':method': 'POST',
    ':path': EXPORT,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  })
  const seen: Record<string, unknown> = {}
  stream.on('response', (given) => Object.assign(seen, given))
  stream.on('trailers', (given) => Object.assign(seen, given))
  stream.on('error', () => undefined)
  stream.resume()
  stream.end(body)
  await once(stream, 'close')
  return { status: seen['grpc-status'] ?? seen[':status'], message: seen['grpc-message'], seen }
}

const MESSAGE = unpackBody(otlpProtobufPayload(2)).body

test('calls end with the status of gRPC', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GRPC, { max_message_size: 5000, token: 't' })
  using connection = await client(port)
  const { session } = connection
  const authorization = 'Bearer t'
  const gzip = { authorization, 'grpc-encoding': 'gzip' }
  const status = async (body: Uint8Array, headers: OutgoingHttpHeaders = { authorization }) =>
    (await call(session, body, headers)).status
  expect(await status(framed(MESSAGE))).toBe('0')
  expect(await status(framed(gzipSync(MESSAGE), 1), gzip)).toBe('0')
  expect(await status(framed(Buffer.alloc(0)))).toBe('0')
  expect(await status(framed(MESSAGE), {})).toBe('16')
  expect(await status(framed(MESSAGE), { authorization, ':path': '/other.Service/Export' })).toBe('12')
  expect(await status(framed(MESSAGE, 1), { authorization, 'grpc-encoding': 'snappy' })).toBe('12')
  expect(await status(framed(Buffer.from('no gzip'), 1), gzip)).toBe('3')
  expect(await status(Buffer.alloc(0))).toBe('3')
  expect(await status(framed(MESSAGE).subarray(0, 30))).toBe('3')
  expect(await status(Buffer.concat([framed(MESSAGE), framed(MESSAGE)]))).toBe('3')
  expect(await status(framed(Buffer.alloc(5001)))).toBe('8')
  expect(await status(framed(gzipSync(Buffer.alloc(40_000_000)).subarray(0, 4000), 1), gzip)).toBe('3')
  expect(await status(framed(MESSAGE), { authorization, 'content-type': 'text/plain' })).toBe(415)
  expect(await status(framed(MESSAGE), { authorization, ':method': 'PUT' })).toBe(405)
  const records = await world.received(4)
  expect(records.map(({ origin }) => origin.codec)).toEqual(['otlp', 'otlp', 'refused', 'refused'])
})

test('a call succeeds once the message is on the disk; its deadline may pass before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using world = await startInputs({}, { disk: promise })
  const { port } = await world.launch(GRPC)
  using connection = await client(port)
  const { session } = connection
  expect((await call(session, framed(MESSAGE), { 'grpc-timeout': '100m' })).status).toBe('4')
  const second = call(session, framed(MESSAGE))
  resolve()
  expect((await second).status).toBe('0')
})

test('a full journal is a status with a time for the retry', async () => {
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const { port } = await world.launch(GRPC)
  using connection = await client(port)
  const { session } = connection
  const large = framed(Buffer.alloc(300_000))
  await expect.poll(async () => (await call(session, large)).status, { interval: 1 }).toBe('8')
  const { message, seen } = await call(session, large)
  expect(message).toBe('The journal is full')
  const details = Buffer.from(String(seen['grpc-status-details-bin']), 'base64').toString('latin1')
  expect(details).toContain('google.rpc.RetryInfo')
  await world.drain()
  await expect.poll(async () => (await call(session, large)).status).toBe('0')
})

test('a length of 4 GB and a body that never comes are refused', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(GRPC)
  using connection = await client(port)
  const { session } = connection
  const headers = { ':method': 'POST', ':path': EXPORT, 'content-type': 'application/grpc' }
  const huge = session.request(headers)
  huge.write(framed(Buffer.of(1), 0, 0xffff_ffff))
  const [refused] = await once(huge, 'response')
  expect(refused['grpc-status']).toBe('8')
  const slow = session.request({ ...headers, 'grpc-timeout': '50m' })
  slow.write(Buffer.of(0))
  const [late] = await once(slow, 'response')
  expect(late['grpc-status']).toBe('4')
  expect((await call(session, framed(MESSAGE))).status).toBe('0')
})

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const frame = (type: number, flags: number, stream: number, body: Uint8Array) => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(body.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, body])
}
/** `:method POST`, `:scheme http`, `:path /`, all in the static table. */
const HEADERS = Buffer.of(0x83, 0x86, 0x84)

test.each([
  {
    attack: 'headers without end',
    bytes: () => [
      frame(1, 0, 1, HEADERS),
      ...Array.from({ length: 200 }, () => frame(9, 0, 1, Buffer.alloc(8000, 0x82))),
    ],
  },
  {
    attack: 'calls that are cancelled at once',
    bytes: () =>
      Array.from({ length: 2000 }, (_, n) =>
        Buffer.concat([frame(1, 4, 2 * n + 1, HEADERS), frame(3, 0, 2 * n + 1, Buffer.of(0, 0, 0, 8))]),
      ),
  },
  { attack: 'a frame longer than allowed', bytes: () => [frame(0, 0, 1, Buffer.alloc(100_000))] },
])('a connection that sends $attack is closed, others go on', async ({ bytes }) => {
  await using world = await startInputs()
  const { port } = await world.launch(GRPC)
  using attacker = await tcpClient(port)
  attacker.socket.write(Buffer.concat([PREFACE, frame(4, 0, 0, Buffer.alloc(0))]))
  for (const chunk of bytes()) attacker.socket.write(chunk)
  await attacker.closed()
  using connection = await client(port)
  const { session } = connection
  expect((await call(session, framed(MESSAGE))).status).toBe('0')
})

test('another protocol is closed and counted; open connections end with the input', async () => {
  await using world = await startInputs()
  const input = await world.launch(GRPC)
  using http = await tcpClient(input.port)
  await http.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await http.closed()
  await expect.poll(() => world.metric(input, 'invalidMessages')).toBe(1)
  using connection = await client(input.port)
  const { session } = connection
  const many = Array.from({ length: 300 }, () =>
    session.request({ ':method': 'POST', ':path': EXPORT, 'content-type': 'application/grpc' }),
  )
  for (const stream of many) stream.on('error', () => undefined)
  await expect.poll(() => world.metric(input, 'open_connections')).toBe(1)
  const closed = once(session, 'close')
  await world.inputs.stop(input.id)
  await closed
  expect(session.destroyed).toBe(true)
})
