import { Logger } from 'splunk-logging'
import { describe, expect, test } from 'vitest'
import { packBody } from '../batch/packed-body.ts'
import { captureRequests } from '../batch/testing/capture-requests.ts'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { checkHecEvents } from './hec-answers.ts'
import { hecCodec } from './hec-codec.ts'

const decode = hecCodec.create({})
const NOW = '2026-06-15T10:00:00.000Z'

test('each event of the official client becomes a message, and the response is what it expects', async () => {
  await using capture = await captureRequests((request, response) => {
    const { status, body } = checkHecEvents(request.body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const client = new Logger({ token: 'secret', url: capture.url, maxBatchCount: 0 })
  const metadata = { time: 1781517598.123, host: 'web-1', source: 'shop', sourcetype: 'app', index: 'main' }
  client.send({ message: 'größe – 日本 🚀\nsecond', severity: 'warn', metadata })
  client.send({ message: { order: 'A-17', items: [1, 2] }, metadata: { time: 1781517599 } })
  const answer = await new Promise((resolve) => client.flush((_error, _response, body) => resolve(body)))
  const [request] = capture.requests
  expect(answer).toEqual({ text: 'Success', code: 0 })
  expect(request?.path).toBe('/services/collector/event/1.0')
  expect(seen(decode(rawMessage(request?.body ?? Buffer.alloc(0))))).toEqual([
    {
      time: '2026-06-15T09:59:58.123Z',
      source: 'web-1',
      message: 'größe – 日本 🚀\nsecond',
      severity: 'warn',
      hec_source: 'shop',
      sourcetype: 'app',
      target_index: 'main',
    },
    {
      time: '2026-06-15T09:59:59.000Z',
      source: expect.any(String),
      message: '{"message":{"order":"A-17","items":[1,2]},"severity":"info"}',
      message_order: 'A-17',
      message_items: [1, 2],
      severity: 'info',
    },
  ])
})

describe('an event', () => {
  test.each([
    ['{"event":"text"}', { time: NOW, source: '192.0.2.7', message: 'text' }],
    ['{"event":{"msg":"text","n":1}}', { message: 'text', n: 1 }],
    ['{"event":{"id":18446744073709551615}}', { message: '{"id":18446744073709551615}', id: 18446744073709551615n }],
    [
      '{"event":{"message":{"message":"text","order":17},"severity":"warn"}}',
      { message: 'text', message_order: 17, severity: 'warn' },
    ],
    ['{"event":{"message":{"msg":"text"},"n":1}}', { message: 'text', n: 1 }],
    ['{"event":["a",1]}', { message: '["a",1]' }],
    ['{"event":42}', { message: '42' }],
    ['{"event":false}', { message: 'false' }],
    ['{"event":12345678901234567890}', { message: '12345678901234567890' }],
    ['{"event":"x","time":"1781517598.123"}', { time: '2026-06-15T09:59:58.123Z' }],
    ['{"event":"x","time":1781517598123}', { time: '2026-06-15T09:59:58.123Z' }],
    ['{"event":"x","time":1781517598.123456}', { time: '2026-06-15T09:59:58.123Z', hec_time: 1781517598.123456 }],
    ['{"event":"x","time":"soon"}', { time: NOW, hec_time: 'soon' }],
    [
      '{"event":"x","fields":{"a":"b","l":["c","d"],"message":"m"},"level":"x"}',
      { a: 'b', l: ['c', 'd'], field_message: 'm', level: 'x' },
    ],
    ['{"event":{"n":1,"message":"m"},"fields":{"n":2}}', { n: 1, field_n: 2, message: 'm' }],
  ])('%s', (event, expected) => {
    expect(seen(decode(rawMessage(event)))).toMatchObject(expected)
  })
})

describe('a request', () => {
  test.each([
    ['one behind the other', '{"event":"a"}{"event":"b"}'],
    ['on lines', '\n{"event":"a"}\r\n\r\n  {"event":"b"}\n'],
    ['in a list', '[{"event":"a"},{"event":"b"}]'],
    ['in lists and alone', '[{"event":"a"}] {"event":"b"}'],
    ['with brackets and quotes in texts', '{"event":"a","x":"}{\\"]\\\\"}{"event":"b"}'],
  ])('has its events %s', (_name, body) => {
    expect(seen(decode(rawMessage(body)))).toMatchObject([{ message: 'a' }, { message: 'b' }])
    expect(checkHecEvents(Buffer.from(body)).status).toBe(200)
  })

  test.each([
    ['{"event":"a"} oops {"event":"b"}', ['not-a-json-object'], { code: 6, 'invalid-event-number': 1 }],
    ['{"event":"a"}{"time":1}{"event":"b"}', ['event-missing'], { code: 12, 'invalid-event-number': 1 }],
    ['{"event":"a"}{"event":" "}{"event":"b"}', ['event-blank'], { code: 13, 'invalid-event-number': 1 }],
    ['{"event":"a"}{"event":"b"}{"event":', ['not-a-json-object'], { code: 6, 'invalid-event-number': 2 }],
  ])('%s keeps the good ones', (body, reasons, answer) => {
    const decoded = decode(rawMessage(body))
    expect(decoded).toMatchObject({ messages: [{ message: 'a' }, { message: 'b' }] })
    expect(decoded).toMatchObject({ failures: reasons.map((reason) => ({ reason })) })
    expect(checkHecEvents(Buffer.from(body))).toMatchObject({ status: 400, body: answer })
  })

  test('without events has no data', () => {
    expect(checkHecEvents(Buffer.from(' \n'))).toMatchObject({ status: 400, body: { code: 5 } })
  })

  test('with too many events is too large', () => {
    const body = Buffer.from('{"event":1}'.repeat(100_001))
    expect(checkHecEvents(body)).toMatchObject({ status: 413 })
    expect(decode(rawMessage(body))).toMatchObject({ failures: [{ reason: 'too-many-events' }] })
  })

  test('of raw lines has a message per line, with the values of the query', () => {
    const notes = {
      endpoint: 'raw',
      host: 'web-1',
      source: 's',
      sourcetype: 'syslog',
      index: 'main',
      time: '1781517598.5',
    }
    const raw = rawMessage(packBody(notes, Buffer.from('größe 🚀\r\n\n{"event":"as it is"}\n last')))
    const shared = {
      time: '2026-06-15T09:59:58.500Z',
      source: 'web-1',
      hec_source: 's',
      sourcetype: 'syslog',
      target_index: 'main',
    }
    expect(seen(decode(raw))).toEqual([
      { ...shared, message: 'größe 🚀' },
      { ...shared, message: '{"event":"as it is"}' },
      { ...shared, message: ' last' },
    ])
  })

  test('uses the query’s values if an event has none', () => {
    const raw = rawMessage(
      packBody({ host: 'q', sourcetype: 's' }, Buffer.from('{"event":"a"}{"event":"b","host":"h"}')),
    )
    expect(seen(decode(raw))).toMatchObject([
      { source: 'q', sourcetype: 's' },
      { source: 'h', sourcetype: 's' },
    ])
  })
})
