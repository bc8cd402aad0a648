import { Client } from '@elastic/elasticsearch'
import { describe, expect, test } from 'vitest'
import { packBody } from '../batch/packed-body.ts'
import { captureRequests } from '../batch/testing/capture-requests.ts'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { bulkAnswer, checkBulk } from './bulk-answer.ts'
import { bulkCodec } from './bulk-codec.ts'

const decode = bulkCodec.create({})
const NOW = '2026-06-15T10:00:00.000Z'
const one = (document: string, action = '{"index":{}}') => seen(decode(rawMessage(`${action}\n${document}\n`)))

test('each document of the official client becomes a message, and the response is what it expects', async () => {
  await using capture = await captureRequests((request, response) => {
    const answer = bulkAnswer(checkBulk(request.body, 'logs-web'), 3, 'made')
    response.writeHead(200, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' }).end(answer)
  })
  const client = new Client({ node: capture.url, compression: true })
  const documents = [
    { '@timestamp': '2026-06-15T09:59:58.123Z', message: 'größe – 日本 🚀\nsecond', host: { name: 'web-1' }, n: 1.5 },
    { message: 'plain', tags: ['a', 'b'], ok: true, user: { id: 7, roles: [{ name: 'admin' }] } },
  ]
  const answer = await client.bulk({
    index: 'logs-web',
    operations: [
      { index: {} },
      documents[0],
      { create: { _index: 'logs-other', _id: '17' } },
      documents[1],
      { delete: { _id: '16' } },
    ],
  })
  await client.close()
  const [request] = capture.requests
  expect(request?.path).toBe('/logs-web/_bulk')
  const decoded = decode(rawMessage(packBody({ index: 'logs-web' }, request?.body ?? Buffer.alloc(0))))
  expect(seen(decoded)).toEqual([
    {
      time: '2026-06-15T09:59:58.123Z',
      source: 'web-1',
      message: 'größe – 日本 🚀\nsecond',
      host_name: 'web-1',
      n: 1.5,
      target_index: 'logs-web',
    },
    {
      time: NOW,
      source: '192.0.2.7',
      message: 'plain',
      tags: ['a', 'b'],
      ok: true,
      user_id: 7,
      user_roles_0_name: 'admin',
      target_index: 'logs-other',
      document_id: '17',
    },
  ])
  expect(decoded).toMatchObject({ failures: [{ reason: 'action-unsupported' }] })
  expect(answer).toMatchObject({
    took: 3,
    errors: true,
    items: [
      { index: { _index: 'logs-web', _id: 'made-0', status: 201, result: 'created' } },
      { create: { _index: 'logs-other', _id: '17', status: 201 } },
      { delete: { _index: 'logs-web', _id: '16', status: 400, error: { type: 'illegal_argument_exception' } } },
    ],
  })
})

describe('a document', () => {
  test.each([
    ['{"message":"m","msg":"n"}', { message: 'm', msg: 'n' }],
    ['{"msg":"n","log":"l"}', { message: 'n', log: 'l' }],
    ['{"log":"l\\n","stream":"stdout"}', { message: 'l\n', stream: 'stdout' }],
    ['{"event":{"original":"o","code":7}}', { message: 'o', event_original: 'o', event_code: 7 }],
    ['{"event.original":"o"}', { message: 'o' }],
    ['{"message":{"a":1}}', { message: '{"message":{"a":1}}', message_a: 1 }],
    [
      '{"message":"","a":18446744073709551615}',
      { message: '{"message":"","a":18446744073709551615}', a: 18446744073709551615n },
    ],
    ['{"message":"m","@timestamp":"2026-06-15T09:59:58.5+02:00"}', { time: '2026-06-15T07:59:58.500Z' }],
    ['{"message":"m","timestamp":"2026-06-15 09:59:58,123"}', { time: '2026-06-15T09:59:58.123Z' }],
    ['{"message":"m","@timestamp":1781517598123}', { time: '2026-06-15T09:59:58.123Z' }],
    ['{"message":"m","@timestamp":"1781517598"}', { time: '2026-06-15T09:59:58.000Z' }],
    ['{"message":"m","time":1781517598.123}', { time: '2026-06-15T09:59:58.123Z' }],
    [
      '{"message":"m","@timestamp":"2026-06-15T09:59:58.123456Z"}',
      { time: '2026-06-15T09:59:58.123Z', '@timestamp': '2026-06-15T09:59:58.123456Z' },
    ],
    ['{"message":"m","timestamp":"yesterday"}', { time: NOW, document_timestamp: 'yesterday' }],
    ['{"message":"m","host":{"name":"a","hostname":"b"},"hostname":"c"}', { source: 'a' }],
    ['{"message":"m","host.name":"a"}', { source: 'a' }],
    ['{"message":"m","host":{"hostname":"b"}}', { source: 'b' }],
    ['{"message":"m","host":"b"}', { source: 'b', host: 'b' }],
    ['{"message":"m","hostname":"c"}', { source: 'c' }],
    ['{"message":"m","agent":{"hostname":"d"}}', { source: 'd' }],
    [
      '{"message":"m","source":"/var/log/x","streams":["x"],"_id":"7","gl2_source_input":"i"}',
      {
        source: '192.0.2.7',
        document_source: '/var/log/x',
        document_streams: ['x'],
        document_id: '7',
        document_gl2_source_input: 'i',
      },
    ],
    [
      '{"message":"m","a.b":1,"a_b":2,"k/8 s":3,"constructor":"c","__proto__":"p"}',
      { a_b: 1, document_a_b: 2, k_8_s: 3, constructor: 'c', ['__proto__']: 'p' },
    ],
  ])('%s', (document, expected) => {
    expect(one(document)).toMatchObject(expected)
  })

  test('that is nested too deeply keeps the inner part as text', () => {
    const message = one(`{"message":"m","a":${'{"b":'.repeat(30)}1${'}'.repeat(30)}}`)
    const name = `a${'_b'.repeat(20)}`
    expect(message).toHaveProperty(name, `${'{"b":'.repeat(10)}1${'}'.repeat(10)}`)
  })
})

describe('a request', () => {
  test.each([
    [
      'that is broken in one document keeps the others',
      '{"index":{}}\n{"message":"a"}\n{"index":{}}\n{oops\n{"index":{}}\n{"message":"b"}',
      ['a', 'b'],
      ['not-a-json-object'],
    ],
    ['that ends early keeps what is whole', '{"index":{}}\n{"message":"a"}\n{"index":{}}\n', ['a'], ['bulk-malformed']],
    [
      'with a line that is not an action keeps what was before',
      '{"index":{}}\n{"message":"a"}\n{"message":"b"}\n',
      ['a'],
      ['bulk-malformed'],
    ],
    [
      'with an update keeps the others',
      '{"update":{"_id":"1"}}\n{"doc":{}}\n{"index":{}}\n{"message":"a"}\n',
      ['a'],
      ['action-unsupported'],
    ],
    ['may have blank lines and carriage returns', '\r\n{"index":{}}\r\n{"message":"a"}\r\n\n', ['a'], []],
  ])('%s', (_name, body, texts, reasons) => {
    const decoded = decode(rawMessage(body))
    if (!decoded.ok) throw new Error(decoded.detail)
    expect(decoded.messages.map((message) => message.message)).toEqual(texts)
    expect((decoded.failures ?? []).map((failure) => failure.reason)).toEqual(reasons)
  })

  test('numbers its documents, including broken ones', () => {
    const lines = ['{"message":"a"}', '{oops', '{"message":"b"}', '{"message":"c"}']
    const decoded = decode(rawMessage(lines.map((line) => `{"index":{}}\n${line}\n`).join('')))
    expect(decoded.ok && decoded.messages.map(({ place }) => place)).toEqual([undefined, 2, 3])
  })

  test.each([
    ['', 'parse_exception'],
    ['{"message":"a"}\n', 'illegal_argument_exception'],
    ['{"index":{}}\n', 'illegal_argument_exception'],
    ['{"index":{}}\n{}\n'.repeat(100_001), 'illegal_argument_exception'],
  ])('of a wrong form is refused whole', (body, type) => {
    expect(checkBulk(Buffer.from(body), '')).toMatchObject({ isTaken: false, problem: { type } })
  })

  test('gets a response for each item', () => {
    const checked = checkBulk(Buffer.from('{"index":{"_id":"1"}}\n{"a":1}\n{"index":{"_id":"2"}}\n[]\n'), 'i')
    expect(JSON.parse(String(bulkAnswer(checked, 0, 'x')))).toMatchObject({
      errors: true,
      items: [{ index: { _id: '1', status: 201 } }, { index: { _id: '2', status: 400 } }],
    })
  })
})

test('names that repeat in every nested field do not exhaust memory', () => {
  const long = 'n'.repeat(250)
  const members = Array.from({ length: 300_000 }, (_, index) => `"${index.toString(36)}":1`).join()
  const decoded = decode(rawMessage(`{"index":{}}\n{"message":"m","${long}":{${members}}}\n`))
  if (!decoded.ok) throw new Error(decoded.detail)
  expect(decoded.messages[0]?.fields[long]).toContain('"0":1')
})
