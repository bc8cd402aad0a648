/** The clients of other log systems, sending to the inputs that replace those, from the call to the stored row. */
import { Client } from '@elastic/elasticsearch'
import { SeverityNumber } from '@opentelemetry/api'
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import LumberjackClient from 'lumberjack-client'
import { Logger } from 'splunk-logging'
import { beforeAll, expect, test } from 'vitest'
import { createLogger, format } from 'winston'
import LokiTransport from 'winston-loki'
import { INPUT, type Receiver, startReceiver } from './testing/receiver.ts'

const TEXT = 'größe – 日本 🚀 "paid"\nsecond line'
const TIME = '2026-06-15T09:59:58.123Z'
const STORED_TIME = '2026-06-15 09:59:58.123'
/** Above the safe integers, but still exact as a double. */
const BIG = 9_007_199_254_740_994
const STORED_BIG = 9_007_199_254_740_994n
/** Above the doubles: JSON text that is sent as it stands. */
const LARGEST: unknown = JSON.rawJSON('18446744073709551615')
const STORED_LARGEST = 18_446_744_073_709_551_615n

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  return () => receiver[Symbol.asyncDispose]()
})

test('a Beats client sends events', async () => {
  const input = await receiver.launch(INPUT.beats)
  const client = new LumberjackClient({ host: '127.0.0.1', port: input.port })
  const event = {
    '@timestamp': TIME,
    '@metadata': { beat: 'filebeat' },
    agent: { hostname: 'web-1' },
    message: TEXT,
    log: { file: { path: '/var/log/größe.log' }, offset: LARGEST },
    tags: ['shop', 'Köln'],
  }
  client.log(event)
  client.log({ ...event, message: 'last' })
  const rows = await receiver.stored(input, 2)
  // Without the listener: it would connect again and again for the rest of the run.
  client.socket.removeAllListeners('close').destroy()
  const row = (message: string) => ({
    timestamp: STORED_TIME,
    source: 'web-1',
    message,
    full_message: '',
    gl2_remote_ip: '127.0.0.1',
    fields: {
      beats_type: 'filebeat',
      'filebeat_@timestamp': TIME,
      'filebeat_@metadata_beat': 'filebeat',
      filebeat_agent_hostname: 'web-1',
      filebeat_log_file_path: '/var/log/größe.log',
      filebeat_log_offset: STORED_LARGEST,
      filebeat_tags: ['shop', 'Köln'],
    },
  })
  expect(rows).toEqual([row(TEXT), row('last')])
})

test.for([
  { form: 'protobuf', Exporter: ProtobufExporter },
  { form: 'JSON', Exporter: JsonExporter },
])('the OpenTelemetry exporter sends $form', async ({ Exporter }) => {
  const input = await receiver.launch(INPUT.otlp)
  const exporter = new Exporter({ url: `http://127.0.0.1:${input.port}/v1/logs` })
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shop', 'host.name': 'web-1' }),
    processors: [new SimpleLogRecordProcessor({ exporter })],
  })
  const attributes = {
    'http.status': 200,
    big: BIG,
    part: 0.25,
    isPaid: true,
    cities: ['Köln', '日本'],
    nested: { order: 'A-17' },
  }
  provider.getLogger('tills', '1.2').emit({
    timestamp: [1_781_517_598, 123_456_789],
    severityNumber: SeverityNumber.WARN,
    severityText: 'WARN',
    body: TEXT,
    attributes,
  })
  await provider.forceFlush()
  const rows = await receiver.stored(input, 1)
  await provider.shutdown()
  expect(rows).toEqual([
    {
      timestamp: STORED_TIME,
      source: 'shop',
      message: TEXT,
      full_message: '',
      gl2_remote_ip: '127.0.0.1',
      fields: {
        time_unix_nano: 1_781_517_598_123_456_789n,
        level: 4,
        severity_number: 13,
        severity_text: 'WARN',
        http_status: 200,
        big: STORED_BIG,
        part: 0.25,
        isPaid: true,
        cities: ['Köln', '日本'],
        nested_order: 'A-17',
        service_name: 'shop',
        host_name: 'web-1',
        scope_name: 'tills',
        scope_version: '1.2',
      },
    },
  ])
})

/** Written by hand, because JavaScript cannot serialise numbers with this many digits. */
const document = (text: string) =>
  `{"@timestamp":"${TIME}","host":{"name":"web-1"},"message":${JSON.stringify(text)},` +
  '"big":18446744073709551615,"low":-9223372036854775808,"city":"Köln","list":["a","b"]}'
const documentRow = (text: string, more: object) => ({
  timestamp: STORED_TIME,
  source: 'web-1',
  message: text,
  full_message: '',
  gl2_remote_ip: '127.0.0.1',
  fields: {
    target_index: 'shop-logs',
    host_name: 'web-1',
    big: 18_446_744_073_709_551_615n,
    low: -9_223_372_036_854_775_808n,
    city: 'Köln',
    list: ['a', 'b'],
    ...more,
  },
})

test.for([{ compression: false }, { compression: true }])(
  "Elasticsearch's client sends bulk requests, compressed: $compression",
  async ({ compression }) => {
    const input = await receiver.launch(INPUT.bulk)
    const client = new Client({ node: `http://127.0.0.1:${input.port}`, compression })
    const bulk = await client.bulk({ operations: [{ index: { _index: 'shop-logs', _id: '7' } }, document(TEXT)] })
    expect(bulk.errors).toBe(false)
    const helped = await client.helpers.bulk({
      datasource: [document('one'), document('two')],
      onDocument: () => ({ create: { _index: 'shop-logs' } }),
    })
    expect(helped).toMatchObject({ total: 2, failed: 0, successful: 2 })
    const rows = await receiver.stored(input, 3)
    await client.close()
    expect(rows).toEqual([documentRow(TEXT, { document_id: '7' }), documentRow('one', {}), documentRow('two', {})])
  },
)

test.for([
  { form: 'JSON', json: true },
  { form: 'protobuf with snappy', json: false },
])('winston-loki pushes $form', async ({ json }) => {
  const input = await receiver.launch(INPUT.loki)
  const transport = new LokiTransport({
    host: `http://127.0.0.1:${input.port}`,
    json,
    labels: { job: 'shop', host: 'web-1', city: 'Köln' },
    format: format.printf(({ message }) => String(message)),
    batching: false,
    replaceTimestamp: false,
    gracefulShutdown: false,
  })
  const logger = createLogger({ transports: [transport] })
  logger.warn(TEXT, { timestamp: TIME, labels: { order: 'A-17' } })
  const rows = await receiver.stored(input, 1)
  logger.close()
  expect(rows).toEqual([
    {
      timestamp: STORED_TIME,
      source: 'web-1',
      message: TEXT,
      full_message: '',
      gl2_remote_ip: '127.0.0.1',
      fields: { job: 'shop', host: 'web-1', city: 'Köln', level: 'warn', order: 'A-17' },
    },
  ])
})

test("Splunk's client sends events", async () => {
  const input = await receiver.launch(INPUT.hec, { token: 'let-me-in' })
  const logger = new Logger({ token: 'let-me-in', url: `http://127.0.0.1:${input.port}`, maxBatchCount: 0 })
  const metadata = { time: 1_781_517_598.123, host: 'web-1', source: 'tills', sourcetype: 'app', index: 'main' }
  logger.send({ message: TEXT, severity: 'warn', metadata })
  logger.send({ message: { order: 'A-17', big: LARGEST, city: 'Köln' }, severity: 'warn', metadata })
  const answer = await new Promise((resolve) => logger.flush((_error, _response, body) => resolve(body)))
  expect(answer).toEqual({ text: 'Success', code: 0 })
  const row = (message: string, more: object) => ({
    timestamp: STORED_TIME,
    source: 'web-1',
    message,
    full_message: '',
    gl2_remote_ip: '127.0.0.1',
    fields: { severity: 'warn', hec_source: 'tills', sourcetype: 'app', target_index: 'main', ...more },
  })
  const event = `{"message":{"order":"A-17","big":${STORED_LARGEST},"city":"Köln"},"severity":"warn"}`
  expect(await receiver.stored(input, 2)).toEqual([
    row(TEXT, {}),
    row(event, { message_order: 'A-17', message_big: STORED_LARGEST, message_city: 'Köln' }),
  ])
})
