import { SeverityNumber } from '@opentelemetry/api'
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { LoggerProvider, type LogRecordExporter, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import { describe, expect, test } from 'vitest'
import { packBody } from '../batch/packed-body.ts'
import { captureRequests } from '../batch/testing/capture-requests.ts'
import { bytesField } from '../protobuf/protobuf-writer.ts'
import { RECEIVED_AT, rawMessage, seen } from '../testing/raw-message.ts'
import { OTLP_JSON, OTLP_PROTOBUF, otlpSuccess } from './otlp-answers.ts'
import { otlpCodec } from './otlp-codec.ts'

const decode = otlpCodec.create({})
const TIME = Date.parse('2026-06-15T09:59:58.123Z')

describe.each([
  { encoding: 'JSON', contentType: OTLP_JSON, exporter: (url: string) => new JsonExporter({ url }) },
  { encoding: 'protobuf', contentType: OTLP_PROTOBUF, exporter: (url: string) => new ProtobufExporter({ url }) },
])('an export of the official exporter as $encoding', ({ contentType, exporter }) => {
  async function sent(log: (provider: LoggerProvider) => void, resource: Record<string, string> = {}) {
    await using capture = await captureRequests((_request, response) => {
      response.writeHead(200, { 'content-type': contentType }).end(otlpSuccess(contentType))
    })
    const logExporter: LogRecordExporter = exporter(`${capture.url}/v1/logs`)
    const provider = new LoggerProvider({
      resource: resourceFromAttributes(resource),
      processors: [new SimpleLogRecordProcessor({ exporter: logExporter })],
    })
    log(provider)
    await provider.shutdown()
    const [request] = capture.requests
    if (request === undefined) throw new Error('Nothing was sent')
    expect(request.headers['content-type']).toBe(contentType)
    return rawMessage(packBody({ content_type: contentType }, request.body))
  }

  test('is a message with every field', async () => {
    const raw = await sent(
      (provider) =>
        provider.getLogger('shop', '1.4.0', { attributes: { part: 'cart' } }).emit({
          timestamp: TIME,
          severityNumber: SeverityNumber.WARN,
          severityText: 'WARN',
          body: 'größe – 日本 🚀\nsecond line',
          eventName: 'cart.checked',
          attributes: {
            'http.request.method': 'GET',
            'http.response.status_code': 404,
            ratio: 0.25,
            big: Number.MAX_SAFE_INTEGER,
            cached: false,
            'user.roles': ['a', 'b'],
            nested: { deep: { n: 1 }, list: [1, { x: 'y' }] },
            message: 'of the attributes',
            gl2_source_input: 'of the attributes',
          },
        }),
      { 'service.name': 'checkout', 'host.name': 'web-1', ratio: 'of the resource', gl2_source_collector: 'sidecar-1' },
    )
    expect(seen(decode(raw))).toEqual({
      time: '2026-06-15T09:59:58.123Z',
      source: 'checkout',
      message: 'größe – 日本 🚀\nsecond line',
      level: 4,
      severity_number: 13,
      severity_text: 'WARN',
      event_name: 'cart.checked',
      http_request_method: 'GET',
      http_response_status_code: 404,
      ratio: 0.25,
      big: Number.MAX_SAFE_INTEGER,
      cached: false,
      user_roles: ['a', 'b'],
      nested_deep_n: 1,
      nested_list_0: 1,
      nested_list_1_x: 'y',
      attribute_message: 'of the attributes',
      attribute_gl2_source_input: 'of the attributes',
      gl2_source_collector: 'sidecar-1',
      scope_name: 'shop',
      scope_version: '1.4.0',
      scope_part: 'cart',
      service_name: 'checkout',
      host_name: 'web-1',
      resource_ratio: 'of the resource',
    })
  })

  test('with a structured body is its JSON and its fields', async () => {
    const raw = await sent((provider) =>
      provider.getLogger('l').emit({ timestamp: TIME, body: { order: 'A-17', items: [1, 2], to: { city: 'Köln' } } }),
    )
    expect(seen(decode(raw))).toMatchObject({
      source: '192.0.2.7',
      message: '{"order":"A-17","items":[1,2],"to":{"city":"Köln"}}',
      body_order: 'A-17',
      body_items: [1, 2],
      body_to_city: 'Köln',
    })
  })
})

const asJson = (record: string, resource = '{}') =>
  rawMessage(`{"resourceLogs":[{"resource":${resource},"scopeLogs":[{"logRecords":[${record}]}]}]}`)

describe('a record in JSON', () => {
  test('keeps all digits of 64-bit numbers, as numbers and as texts', () => {
    const attributes = `[{"key":"id","value":{"intValue":"9223372036854775807"}},
      {"key":"low","value":{"intValue":-9223372036854775808}},
      {"key":"list","value":{"arrayValue":{"values":[{"intValue":"9007199254740993"},{"intValue":"1"}]}}}]`
    const body = '{"kvlistValue":{"values":[{"key":"n","value":{"intValue":"9223372036854775807"}}]}}'
    expect(seen(decode(asJson(`{"body":${body},"attributes":${attributes}}`)))).toMatchObject({
      message: '{"n":9223372036854775807}',
      body_n: 9223372036854775807n,
      id: 9223372036854775807n,
      low: -9223372036854775808n,
      list: [9007199254740993n, 1],
    })
  })

  test.each([
    [
      `{"timeUnixNano":"1781517598123456789"}`,
      { time: '2026-06-15T09:59:58.123Z', time_unix_nano: 1781517598123456789n },
    ],
    [
      `{"timeUnixNano":1781517598123456789}`,
      { time: '2026-06-15T09:59:58.123Z', time_unix_nano: 1781517598123456789n },
    ],
    [`{"timeUnixNano":"0","observedTimeUnixNano":"1781517598000000000"}`, { time: '2026-06-15T09:59:58.000Z' }],
    [`{"time_unix_nano":"1781517598000000000"}`, { time: '2026-06-15T09:59:58.000Z' }],
    [`{"timeUnixNano":"soon"}`, { time: new Date(RECEIVED_AT).toISOString() }],
    [`{"severityNumber":9}`, { level: 6, severity_number: 9 }],
    [`{"severityNumber":"SEVERITY_NUMBER_FATAL"}`, { level: 0, severity_number: 21 }],
    [`{"severityText":"Warning"}`, { level: 4, severity_text: 'Warning' }],
    [`{"severityNumber":99,"severityText":"odd"}`, { severity_number: 99, severity_text: 'odd' }],
    [
      `{"traceId":"5B8EFFF798038103D269B633813FC60C","spanId":"eee19b7ec3c1b174"}`,
      { trace_id: '5b8efff798038103d269b633813fc60c', span_id: 'eee19b7ec3c1b174' },
    ],
    [`{"flags":1,"droppedAttributesCount":3}`, { trace_flags: 1, dropped_attributes_count: 3 }],
    [`{"eventName":"device.added"}`, { message: 'device.added', event_name: 'device.added' }],
    [`{"body":{"bytesValue":"aGk="}}`, { message: 'aGk=' }],
    [`{"body":{"boolValue":false}}`, { message: 'false' }],
    [`{"body":{"stringValue":"  "}}`, { message: '-' }],
    [`{}`, { message: '-' }],
  ])('%s', (record, expected) => {
    expect(seen(decode(asJson(record)))).toMatchObject(expected)
  })

  test('has no ids when they are zeros', () => {
    const record = `{"traceId":"00000000000000000000000000000000","spanId":"","timeUnixNano":"1781517598000000000"}`
    expect(seen(decode(asJson(record)))).toEqual({
      time: '2026-06-15T09:59:58.000Z',
      source: '192.0.2.7',
      message: '-',
    })
  })

  test.each([
    [
      `{"attributes":[{"key":"service.name","value":{"stringValue":"s"}},{"key":"host.name","value":{"stringValue":"h"}}]}`,
      's',
    ],
    [
      `{"attributes":[{"key":"service.name","value":{"stringValue":"unknown_service:node"}},{"key":"host.name","value":{"stringValue":"h"}}]}`,
      'h',
    ],
    [`{"attributes":[{"key":"service.name","value":{"stringValue":"unknown_service:node"}}]}`, 'unknown_service:node'],
    [`{"attributes":[{"key":"host.name","value":{"stringValue":"h"}}]}`, 'h'],
    [`{}`, '192.0.2.7'],
  ])('from the resource %s has the source %s', (resource, source) => {
    expect(seen(decode(asJson('{}', resource)))).toMatchObject({ source })
  })

  test('that is broken does not affect the others', () => {
    const decoded = decode(asJson(`{"body":{"stringValue":"a"}},7,{"body":{"stringValue":"b"}}`))
    expect(decoded).toMatchObject({ ok: true, messages: [{ message: 'a' }, { message: 'b' }] })
    expect(decoded).toMatchObject({ failures: [{ reason: 'record-invalid' }] })
  })

  test('with values nested too deeply drops and reports them', () => {
    const value = `${'{"arrayValue":{"values":['.repeat(50)}{"intValue":"1"}${']}}'.repeat(50)}`
    const decoded = decode(asJson(`{"body":{"stringValue":"a"},"attributes":[{"key":"k","value":${value}}]}`))
    expect(decoded).toMatchObject({ messages: [{ message: 'a' }], failures: [{ reason: 'nested-too-deeply' }] })
  })
})

describe('a record in protobuf', () => {
  /** Field 1 of a value is a text, field 3 a number. */
  const record = (fields: Uint8Array) =>
    rawMessage(
      bytesField(1, bytesField(2, Buffer.concat([bytesField(2, bytesField(5, bytesField(1, 'first'))), fields]))),
    )

  test('keeps all digits of 64-bit numbers', () => {
    const number = Buffer.from('18ffffffffffffffff7f', 'hex')
    const negative = Buffer.from('1880808080808080808001', 'hex')
    const attribute = (key: string, value: Uint8Array) =>
      bytesField(6, Buffer.concat([bytesField(1, key), bytesField(2, value)]))
    const attributes = Buffer.concat([attribute('high', number), attribute('low', negative)])
    expect(seen(decode(record(bytesField(2, attributes))))).toMatchObject([
      { message: 'first' },
      { message: '-', high: 9223372036854775807n, low: -9223372036854775808n },
    ])
  })

  test('that is damaged does not affect the others', () => {
    const damaged = Buffer.concat([
      bytesField(2, Buffer.from('2a7f01', 'hex')),
      bytesField(2, bytesField(5, bytesField(1, 'last'))),
    ])
    const decoded = decode(record(damaged))
    expect(decoded).toMatchObject({ ok: true, messages: [{ message: 'first' }, { message: 'last' }] })
    expect(decoded).toMatchObject({ failures: [{ reason: 'protobuf-invalid' }] })
  })

  test('finds a resource that follows it', () => {
    const name = Buffer.concat([bytesField(1, 'service.name'), bytesField(2, bytesField(1, 'late'))])
    const logs = Buffer.concat([bytesField(2, bytesField(2, Buffer.alloc(0))), bytesField(1, bytesField(1, name))])
    expect(seen(decode(rawMessage(bytesField(1, logs))))).toMatchObject({ source: 'late', service_name: 'late' })
  })
})

describe('a small request that stands for a large one', () => {
  test('is decoded up to the memory limit', () => {
    const value = 'x'.repeat(100_000)
    const resource = `{"attributes":[{"key":"k","value":{"stringValue":"${value}"}}]}`
    const decoded = decode(asJson(Array(5000).fill('{}').join(), resource))
    if (!decoded.ok) throw new Error(decoded.detail)
    expect(decoded.messages.length).toBeGreaterThan(100)
    expect(decoded.messages.length).toBeLessThan(1000)
    const [failure] = decoded.failures ?? []
    expect(failure?.reason).toBe('too-large-decoded')
    expect(failure?.detail).toContain(String(5000 - decoded.messages.length))
  })

  test('of a million empty records is bounded', () => {
    const records = Buffer.concat(Array(1_000_000).fill(bytesField(2, Buffer.alloc(0))))
    const decoded = decode(rawMessage(bytesField(1, bytesField(2, records))))
    expect(decoded).toMatchObject({ ok: true, failures: [{ reason: 'too-large-decoded' }] })
  })
})
