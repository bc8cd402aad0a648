/** The official clients of other log systems, sending to the inputs that replace those systems. */
import { Client } from '@elastic/elasticsearch'
import { unpackBody } from '@logyard/codecs/batch/packed-body'
import type { Decoded } from '@logyard/codecs/codec'
import { lokiJsonPayload, lokiProtobufPayload } from '@logyard/codecs/loki/testing/loki-payload'
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { Logger } from 'splunk-logging'
import { expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createCodecs } from '../codecs.ts'
import { type InputsUnderTest, startInputs } from '../testing/start-inputs.ts'

const OTLP = 'org.logyard.inputs.otlp.OtlpHttpInput'
const LOKI = 'org.logyard.inputs.loki.LokiPushInput'
const BULK = 'org.logyard.inputs.elasticsearch.ElasticsearchBulkInput'
const HEC = 'org.logyard.inputs.splunk.SplunkHecInput'

/** The messages of the next `count` requests, decoded as processing decodes them. */
async function messages(world: InputsUnderTest, count: number) {
  const records = await world.received(count)
  const codecs = Object.values(createCodecs({ clock: systemClock }))
  return records.flatMap(({ origin, raw }) => {
    const codec = codecs.find(({ id }) => id === origin.codec)
    const decoded: Decoded = codec?.create(origin.configuration)(raw) ?? { ok: false, reason: 'none', detail: '' }
    if (!decoded.ok) throw new Error(decoded.detail)
    return decoded.messages
  })
}

const post = async (url: string, body: string | Uint8Array, headers: Record<string, string> = {}) => {
  const bytes = typeof body === 'string' ? body : Uint8Array.from(body)
  const answer = await fetch(url, { method: 'POST', body: bytes, headers })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

test.each([
  { form: 'protobuf', Exporter: ProtobufExporter },
  { form: 'json', Exporter: JsonExporter },
])('the OpenTelemetry exporter sends $form', async ({ Exporter }) => {
  await using world = await startInputs()
  const { port } = await world.launch(OTLP)
  const exporter = new Exporter({ url: `http://127.0.0.1:${port}/v1/logs` })
  const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] })
  provider.getLogger('shop').emit({ body: 'zahlung: ümlaut', severityText: 'WARN', attributes: { order: 'A-17' } })
  await provider.forceFlush()
  await provider.shutdown()
  expect(await messages(world, 1)).toMatchObject([{ message: 'zahlung: ümlaut', fields: { order: 'A-17' } }])
})

test('OTLP responds in the encoding of the request', async () => {
  await using world = await startInputs({ sizeLimitBytes: 2 ** 20 })
  const { port } = await world.launch(OTLP)
  const url = `http://127.0.0.1:${port}/v1/logs`
  const json = { 'content-type': 'application/json' }
  expect(await post(url, '{"resourceLogs":[]}', json)).toMatchObject({ status: 200, text: '{}' })
  expect(await post(url, Buffer.alloc(0))).toMatchObject({ status: 200, text: '' })
  expect((await post(url, 'x', { 'content-type': 'text/plain' })).status).toBe(415)
  await expect.poll(async () => (await post(url, 'x'.repeat(100_000), json)).status, { interval: 1 }).toBe(503)
  expect(JSON.parse((await post(url, 'x', json)).text)).toMatchObject({ code: 14 })
})

test('Loki accepts protobuf with snappy, and JSON', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(LOKI)
  const url = `http://127.0.0.1:${port}/loki/api/v1/push`
  const snappy = unpackBody(lokiProtobufPayload(2)).body
  const json = unpackBody(lokiJsonPayload(3)).body
  expect(await post(url, snappy, { 'content-type': 'application/x-protobuf' })).toMatchObject({ status: 204, text: '' })
  const named = { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' }
  expect((await post(url, snappy, named)).status).toBe(204)
  expect((await post(url, json, { 'content-type': 'application/json' })).status).toBe(204)
  const all = await messages(world, 3)
  expect(all.length).toBe(7)
  expect(all[0]?.message).toContain('request 0 answered')
  const ready = await fetch(`http://127.0.0.1:${port}/ready`)
  expect(await ready.text()).toBe('ready\n')
})

test("Elasticsearch's own client finds what it looks for and indexes in bulk", async () => {
  await using world = await startInputs()
  const { port } = await world.launch(BULK)
  const client = new Client({ node: `http://127.0.0.1:${port}`, compression: true })
  expect(await client.info()).toMatchObject({ cluster_name: 'logyard', version: { build_flavor: 'default' } })
  const answer = await client.bulk({
    operations: [
      { index: { _index: 'shop' } },
      { '@timestamp': '2026-06-15T10:00:00.000Z', message: 'paid', order: 'A-17' },
      { create: { _index: 'shop', _id: '7' } },
      { message: 'sent' },
      { delete: { _index: 'shop', _id: '8' } },
    ],
  })
  expect(answer).toMatchObject({
    errors: true,
    items: [
      { index: { _index: 'shop', status: 201, result: 'created' } },
      { create: { _index: 'shop', _id: '7', status: 201 } },
      { delete: { _index: 'shop', _id: '8', status: 400 } },
    ],
  })
  const helped = await client.helpers.bulk({
    datasource: [{ message: 'one' }, { message: 'two' }],
    onDocument: () => ({ create: { _index: 'logs' } }),
  })
  expect(helped).toMatchObject({ total: 2, failed: 0, successful: 2 })
  await client.close()
  const records = await world.received(2)
  const texts = records.flatMap(({ raw }) => unpackBody(raw.payload).body).map((body) => Buffer.from(body).toString())
  expect(texts[0]).toContain('"order":"A-17"')
  expect(texts[1]).toContain('"two"')
})

test('a malformed bulk request is refused entirely, and the path may name the index', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(BULK)
  const url = `http://127.0.0.1:${port}`
  const json = { 'content-type': 'application/x-ndjson' }
  const refused = await post(`${url}/_bulk`, 'no action\n', json)
  expect({ ...refused, text: JSON.parse(refused.text) }).toMatchObject({
    status: 400,
    text: { status: 400, error: { type: 'illegal_argument_exception' } },
  })
  expect(refused.headers.get('x-elastic-product')).toBe('Elasticsearch')
  const taken = await post(`${url}/logs%2Dweb/_bulk`, '{"index":{}}\n{"message":"m"}\n', json)
  expect(JSON.parse(taken.text)).toMatchObject({ errors: false, items: [{ index: { _index: 'logs-web' } }] })
  expect(await messages(world, 1)).toMatchObject([{ message: 'm' }])
})

test("Splunk's own client sends events", async () => {
  await using world = await startInputs()
  const { port } = await world.launch(HEC, { token: 'let me in' })
  const logger = new Logger({ token: 'let-me-in', url: `http://127.0.0.1:${port}`, maxBatchCount: 0 })
  const { body: refused } = await flushed(logger, 'refused')
  expect(refused).toMatchObject({ code: 4 })
  const open = await world.launch(HEC, { token: 'let-me-in' })
  const allowed = new Logger({ token: 'let-me-in', url: `http://127.0.0.1:${open.port}`, maxBatchCount: 0 })
  expect((await flushed(allowed, 'taken')).body).toEqual({ text: 'Success', code: 0 })
  expect(await messages(world, 1)).toMatchObject([{ message: expect.stringContaining('taken') }])
})

function flushed(logger: Logger, message: string): Promise<{ body: unknown }> {
  logger.send({ message: { message, order: 17 }, metadata: { host: 'web-1' } })
  return new Promise((resolve) => logger.flush((_error, _response, body) => resolve({ body })))
}

test('HEC requires its token, accepts raw lines and reports its health', async () => {
  await using world = await startInputs()
  const { port } = await world.launch(HEC, { token: 's3cret' })
  const url = `http://127.0.0.1:${port}/services/collector`
  const authorization = { authorization: 'Splunk s3cret' }
  const event = '{"event":"hello","host":"web-1"}'
  expect(await post(`${url}/event`, event)).toMatchObject({
    status: 401,
    text: '{"text":"Token is required","code":2}',
  })
  expect((await post(`${url}/event`, event, { authorization: 'Splunk other' })).status).toBe(403)
  expect((await post(`${url}/event`, event, authorization)).status).toBe(200)
  expect((await post(url, event, { authorization: `Basic ${btoa('x:s3cret')}` })).status).toBe(200)
  expect((await post(`${url}/raw?host=db-1`, 'one\ntwo', authorization)).status).toBe(200)
  expect(await post(`${url}/event`, '{"event":""}', authorization)).toMatchObject({
    status: 400,
    text: expect.stringContaining('"code":13'),
  })
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect((await messages(world, 3)).map(({ message, source }) => [message, source])).toEqual([
    ['hello', 'web-1'],
    ['hello', 'web-1'],
    ['one', 'db-1'],
    ['two', 'db-1'],
  ])
})
