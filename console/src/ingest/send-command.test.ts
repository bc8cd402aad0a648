// @vitest-environment node
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sendCommand } from './send-command.ts'

const run = promisify(execFile)
const GELF = { version: '1.1', host: 'my-machine', short_message: 'Hello, Logyard', _greeting: true }

const textFor = (type: string, attributes: Readonly<Record<string, unknown>>) =>
  sendCommand({ type, attributes: { bind_address: '0.0.0.0', ...attributes } }, '127.0.0.1')?.text ?? ''

/** Runs a command in a shell; netcat is replaced, so that its input becomes the output. */
const bytesOf = async (command: string) => (await run('bash', ['-c', `nc() { cat; }; ${command}`])).stdout

test.each([
  { type: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput', end: '\0' },
  { type: 'org.graylog2.inputs.gelf.udp.GELFUDPInput', end: '' },
])('the command for $type sends one complete document', async ({ type, end }) => {
  const sent = await bytesOf(textFor(type, { port: 12201 }))
  expect(sent.endsWith(`}${end}`)).toBe(true)
  expect(JSON.parse(sent.slice(0, sent.length - end.length))).toEqual(GELF)
})

test.each([
  { attributes: {}, sent: 'Hello, Logyard\n' },
  { attributes: { use_null_delimiter: true }, sent: 'Hello, Logyard\0' },
])('plain text over TCP ends with the delimiter of an input with $attributes', async ({ attributes, sent }) => {
  const command = textFor('org.graylog2.inputs.raw.tcp.RawTCPInput', { port: 5555, ...attributes })
  expect(await bytesOf(command)).toBe(sent)
})

test('the system logger reaches a syslog input over TCP', async () => {
  const received = Promise.withResolvers<string>()
  await using server = createTcpServer((socket) => {
    socket.on('data', (data) => {
      received.resolve(data.toString())
      socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await run('bash', ['-c', textFor('org.graylog2.inputs.syslog.tcp.SyslogTCPInput', { port })])
  expect(await received.promise).toContain('Hello, Logyard')
})

interface Posted {
  readonly url: string | undefined
  readonly type: string | undefined
  readonly authorization: string | undefined
  readonly body: string
}

/** The request that an HTTP server receives from the input's command. */
async function posted(type: string, attributes: Readonly<Record<string, unknown>> = {}): Promise<Posted> {
  const received = Promise.withResolvers<Posted>()
  await using server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { 'content-type': contentType, authorization } = request.headers
    received.resolve({ url: request.url, type: contentType, authorization, body })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await run('bash', ['-c', textFor(type, { port, ...attributes })])
  return received.promise
}

test.each([
  { type: 'org.graylog2.inputs.gelf.http.GELFHttpInput', url: '/gelf', has: { short_message: 'Hello, Logyard' } },
  { type: 'org.logyard.inputs.otlp.OtlpHttpInput', url: '/v1/logs', has: { resourceLogs: [{}] } },
  {
    type: 'org.logyard.inputs.loki.LokiPushInput',
    url: '/loki/api/v1/push',
    has: { streams: [{ values: [[expect.stringMatching(/^\d{19}$/), 'Hello, Logyard']] }] },
  },
  {
    type: 'org.logyard.inputs.splunk.SplunkHecInput',
    url: '/services/collector/event',
    has: { event: 'Hello, Logyard' },
  },
])('the command for $type posts JSON to $url', async ({ type, url, has }) => {
  const request = await posted(type)
  expect(request).toMatchObject({ url, type: 'application/json', authorization: undefined })
  expect(JSON.parse(request.body)).toMatchObject(has)
})

test('a bulk request has two lines, and a configured token has a placeholder', async () => {
  const request = await posted('org.logyard.inputs.elasticsearch.ElasticsearchBulkInput', { token: '<password set>' })
  expect(request).toMatchObject({
    url: '/_bulk',
    type: 'application/x-ndjson',
    authorization: 'ApiKey YOUR-TOKEN',
    body: '{"create":{"_index":"logs"}}\n{"message":"Hello, Logyard"}\n',
  })
})

test.each([
  { attributes: { port: 514, bind_address: '10.0.0.7' }, text: 'logger -n 10.0.0.7 -P 514' },
  { attributes: { port: 514, bind_address: '::' }, text: 'logger -n logs.example.org -P 514' },
  { attributes: { port: 514, bind_address: 'x; rm -rf ~' }, text: 'logger -n logs.example.org -P 514' },
])('an input with $attributes is reached with $text', ({ attributes, text }) => {
  const type = 'org.graylog2.inputs.syslog.udp.SyslogUDPInput'
  expect(sendCommand({ type, attributes }, 'logs.example.org')?.text).toBe(`${text} -d 'Hello, Logyard'`)
})

test('TLS needs another tool, shippers get configuration, and inputs that fetch get no command', () => {
  expect(textFor('org.graylog2.inputs.gelf.tcp.GELFTCPInput', { port: 1, tls_enable: true })).toContain(
    '| openssl s_client -quiet -connect 127.0.0.1:1',
  )
  expect(textFor('org.graylog2.inputs.gelf.http.GELFHttpInput', { port: 1, tls_enable: true })).toContain('https://')
  const beats = sendCommand({ type: 'org.graylog.plugins.beats.Beats2Input', attributes: { port: 5044 } }, 'h')
  expect(beats).toEqual({ kind: 'settings', text: 'output.logstash:\n  hosts: ["h:5044"]' })
  const random = 'org.graylog2.inputs.random.FakeHttpMessageInput'
  expect(sendCommand({ type: random, attributes: { sleep: 25 } }, 'h')).toBeUndefined()
})
