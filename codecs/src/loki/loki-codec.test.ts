import { describe, expect, test } from 'vitest'
import LokiTransport from 'winston-loki'
import { packBody } from '../batch/packed-body.ts'
import { captureRequests } from '../batch/testing/capture-requests.ts'
import { bytesField, varintField } from '../protobuf/protobuf-writer.ts'
import { compressSnappy } from '../snappy/testing/compress-snappy.ts'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { lokiCodec } from './loki-codec.ts'

const decode = lokiCodec.create({})
const NOW = '2026-06-15T10:00:00.000Z'
const LEVEL = Symbol.for('level')
const MESSAGE = Symbol.for('message')

test.each([
  { json: true, contentType: 'application/json' },
  { json: false, contentType: 'application/x-protobuf' },
])('each line that a Loki client sends as $contentType becomes a message', async ({ json, contentType }) => {
  await using capture = await captureRequests((_request, response) => {
    response.writeHead(204).end()
  })
  const labels = { job: 'shop', host: 'web-1', city: 'Köln' }
  const client = new LokiTransport({ host: capture.url, json, labels, batching: true, interval: 3600 })
  const lines = ['größe – 日本 🚀\nsecond line', 'with "quotes" and \\', 'last']
  for (const line of lines) {
    const info = {
      level: 'info',
      message: line,
      [LEVEL]: 'info',
      [MESSAGE]: line,
      timestamp: Date.parse('2026-06-15T09:59:58.123Z'),
    }
    client.log?.(info, () => undefined)
  }
  await client.flush
  await client.close()
  await capture.count(1)
  const [request] = capture.requests
  if (request === undefined) throw new Error('Nothing was sent')
  expect(request).toMatchObject({ path: '/loki/api/v1/push', headers: { 'content-type': contentType } })
  const messages = seen(decode(rawMessage(packBody({ content_type: contentType }, request.body))))
  expect(messages).toEqual(
    lines.map((line) => ({
      time: expect.any(String),
      source: 'web-1',
      message: expect.stringContaining(line),
      job: 'shop',
      host: 'web-1',
      city: 'Köln',
      level: 'info',
    })),
  )
})

describe('a push in JSON', () => {
  test('has labels, metadata and nanoseconds', () => {
    const values = `["1781517598123456789","line",{"trace_id":"t","job":"of the line"}],["1781517598000000000","größe\\nnext"]`
    expect(
      seen(
        decode(rawMessage(`{"streams":[{"stream":{"job":"api","source":"s","app/name":"x"},"values":[${values}]}]}`)),
      ),
    ).toEqual([
      {
        time: '2026-06-15T09:59:58.123Z',
        source: 'api',
        message: 'line',
        time_unix_nano: 1781517598123456789n,
        trace_id: 't',
        job: 'of the line',
        label_job: 'api',
        label_source: 's',
        app_name: 'x',
      },
      {
        time: '2026-06-15T09:59:58.000Z',
        source: 'api',
        message: 'größe\nnext',
        job: 'api',
        label_source: 's',
        app_name: 'x',
      },
    ])
  })

  test('in the first format is decoded, too', () => {
    const stream = `{"labels":"{job=\\"api\\"}","entries":[{"ts":"2026-06-15T09:59:58.5+00:00","line":"x"}]}`
    expect(seen(decode(rawMessage(`{"streams":[${stream}]}`)))).toEqual({
      time: '2026-06-15T09:59:58.500Z',
      source: 'api',
      message: 'x',
      job: 'api',
    })
  })

  test.each([
    ['{"host":"h","instance":"i","job":"j"}', 'h'],
    ['{"instance":"10.0.0.1:9100","job":"j"}', '10.0.0.1:9100'],
    ['{"job":"j","app":"a"}', 'j'],
    ['{"app":"a"}', '192.0.2.7'],
  ])('with the labels %s has the source %s', (labels, source) => {
    expect(seen(decode(rawMessage(`{"streams":[{"stream":${labels},"values":[["1","x"]]}]}`)))).toMatchObject({
      source,
    })
  })

  test('with broken entries decodes the others', () => {
    const decoded = decode(rawMessage(`{"streams":[7,{"stream":{},"values":[["1","a"],["2"],"x",[null,""]]}]}`))
    expect(decoded).toMatchObject({ messages: [{ message: 'a' }, { message: '-', timestampMs: Date.parse(NOW) }] })
    expect(decoded).toMatchObject({
      failures: [{ reason: 'stream-invalid' }, { reason: 'entry-invalid' }, { reason: 'entry-invalid' }],
    })
  })

  test.each(['[]', '{', '{"streams":{}}', ''])('%s is none', (text) => {
    expect(decode(rawMessage(packBody({ content_type: 'application/json' }, Buffer.from(text))))).toMatchObject({
      ok: false,
      reason: 'not-a-push-request',
    })
  })
})

describe('a push in protobuf', () => {
  const pair = (name: string, value: string) => Buffer.concat([bytesField(1, name), bytesField(2, value)])
  const entry = (line: string, nanoseconds: number) =>
    bytesField(
      2,
      Buffer.concat([
        bytesField(1, Buffer.concat([varintField(1, 1_781_517_598), varintField(2, nanoseconds)])),
        bytesField(2, line),
        bytesField(3, pair('trace_id', 't')),
      ]),
    )
  const push = (...parts: readonly Uint8Array[]) =>
    decode(
      rawMessage(
        packBody({ content_type: 'application/x-protobuf' }, compressSnappy(bytesField(1, Buffer.concat(parts)))),
      ),
    )

  test('has labels, metadata and nanoseconds', () => {
    expect(seen(push(bytesField(1, '{job="a\\"b", host="h"}'), entry('größe\n🚀', 123_456_789)))).toEqual({
      time: '2026-06-15T09:59:58.123Z',
      source: 'h',
      message: 'größe\n🚀',
      time_unix_nano: 1781517598123456789n,
      trace_id: 't',
      job: 'a"b',
      host: 'h',
    })
  })

  test('decodes lines whose labels or neighbours are damaged', () => {
    const decoded = push(
      bytesField(1, 'no labels'),
      entry('a', 0),
      bytesField(2, Buffer.from('0a7f', 'hex')),
      entry('b', 0),
    )
    expect(decoded).toMatchObject({ messages: [{ message: 'a', fields: { labels: 'no labels' } }, { message: 'b' }] })
    expect(decoded).toMatchObject({ failures: [{ reason: 'labels-invalid' }, { reason: 'protobuf-invalid' }] })
  })

  test('that is not valid snappy is refused', () => {
    expect(seen(decode(rawMessage(Buffer.from('0a0161', 'hex'))))).toBe('snappy-invalid')
  })
})
