import { constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../testing/cpu-time.ts'
import { rawMessage, seen } from '../testing/raw-message.ts'
import { gelfCodec } from './gelf-codec.ts'

const decode = gelfCodec.create({})
const NOW = '2026-06-15T10:00:00.000Z'
const plain = { time: NOW, source: 'h', message: 'm' }
/** A document with a host, a message and further keys as JSON text. */
const withKeys = (keys: string) => `{"version":"1.1","host":"h","short_message":"m"${keys === '' ? '' : `,${keys}`}}`

describe('keys', () => {
  test.each([
    ['', plain],
    ['"_user_id":9001,"_ok":true,"_no":false,"_o":{"a":1}', { ...plain, user_id: 9001, o: '{"a":1}' }],
    ['"_version":"3.11"', { ...plain, version: '3.11' }],
    ['"_source":"other","_message":"other","_timestamp":1', plain],
    ['"__id":"7","__source":"x","__score":1,"_id":"7","_ttl":3', { ...plain, id: '7', ttl: 3 }],
    ['"x":"other","_x":"second"', { ...plain, x: 'other' }],
    ['"_":"one underscore"', { ...plain, _: 'one underscore' }],
    ['"full_message":"long\\ntext"', { ...plain, full_message: 'long\ntext' }],
    ['"level":6', { ...plain, level: 6 }],
    ['"level":"6"', { ...plain, level: 6 }],
    ['"level":"warning"', { ...plain, level: 'warning' }],
    ['"level":-1', plain],
    ['"level":-1,"_level":"info"', { ...plain, level: 'info' }],
    ['"level":3,"_level":"info"', { ...plain, level: 3 }],
    ['"facility":"f","file":"/a","line":42', { ...plain, facility: 'f', file: '/a', line: 42 }],
    ['"facility":"","file":null,"line":-1', plain],
    ['"_list":[1,"a",null],"_null":null,"_real":1.5', { ...plain, list: '[1,"a",null]', real: 1.5 }],
    ['"_twice":1,"_twice":2', { ...plain, twice: 2 }],
    ['"_constructor":"c","___proto__":"p"', { ...plain, constructor: 'c', ['__proto__']: 'p' }],
    ['"_text":"\\u00fcber \\ud83d\\ude00"', { ...plain, text: 'über 😀' }],
  ])('%s', (keys, expected) => {
    expect(seen(decode(rawMessage(withKeys(keys))))).toEqual(expected)
  })
})

describe('whole numbers of 64 bits keep their digits', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', 18446744073709552000],
    ['1e300', 1e300],
    ['1e400', undefined],
    ['0.30000000000000004', 0.30000000000000004],
    ['{"deep":[9007199254740993,{"x":0.5}]}', '{"deep":[9007199254740993,{"x":0.5}]}'],
  ])('%s', (json, expected) => {
    expect(seen(decode(rawMessage(withKeys(`"_n":${json}`))))).toEqual({
      ...plain,
      ...(expected === undefined ? {} : { n: expected }),
    })
  })
})

test.each([
  // A key again inside a value, a key that ends like another, a key in a text, one given twice, many numbers.
  ['"_a":9007199254740993,"_o":{"_a":9007199254740994}', { a: 9007199254740993n, o: '{"_a":9007199254740994}' }],
  [
    '"_a":9007199254740993,"facility":{"_a":9007199254740992}',
    { a: 9007199254740993n, facility: '{"_a":9007199254740992}' },
  ],
  ['"_a":9007199254740993,"version":{"_a":9007199254740992}', { a: 9007199254740993n }],
  ['"version":{"_a":9007199254740992},"_a":9007199254740993', { a: 9007199254740993n }],
  ['"x\\"_a":9007199254740993', { 'x"_a': 9007199254740993n }],
  ['"x\\"_a":9007199254740993,"_a":9007199254740995', { 'x"_a': 9007199254740993n, a: 9007199254740995n }],
  ['"_t":"\\"_a\\":9007199254740992","_a" : 9007199254740993', { t: '"_a":9007199254740992', a: 9007199254740993n }],
  ['"_a":9007199254740993,"_a":9007199254740995', { a: 9007199254740995n }],
  ['"_a":9007199254740992.0', { a: 9007199254740992 }],
  ['"_\\u0061":9007199254740993', { a: 9007199254740993n }],
  [
    '"_a":9007199254740993,"_b":9007199254740995,"_c":9007199254740997,"_d":9007199254740999,"_e":9007199254741001',
    { a: 9007199254740993n, b: 9007199254740995n, c: 9007199254740997n, d: 9007199254740999n, e: 9007199254741001n },
  ],
])('digits are restored from the right key: %s', (keys, expected) => {
  expect(seen(decode(rawMessage(withKeys(keys))))).toEqual({ ...plain, ...expected })
})

describe('timestamp', () => {
  test.each([
    ['1500646980.661', '2017-07-21T14:23:00.661Z'],
    ['"1500646980.661"', '2017-07-21T14:23:00.661Z'],
    ['1500646980', '2017-07-21T14:23:00.000Z'],
    ['1.500646980661e9', '2017-07-21T14:23:00.661Z'],
    ['0', NOW],
    ['-5', NOW],
    ['"abc"', NOW],
    ['"0x10"', NOW],
    ['""', NOW],
    ['null', NOW],
    ['{}', NOW],
    ['1e300', NOW],
    ['12345678901234567890', NOW],
  ])('%s', (json, time) => {
    expect(seen(decode(rawMessage(withKeys(`"timestamp":${json}`))))).toEqual({ ...plain, time })
  })
})

describe('host and message', () => {
  test.each([
    ['{"short_message":"m"}', { ...plain, source: '192.0.2.7' }],
    ['{"short_message":"m","host":null}', { ...plain, source: '192.0.2.7' }],
    ['{"short_message":"m","_source":"named"}', { ...plain, source: 'named' }],
    ['{"short_message":"m","_source":5}', { ...plain, source: '192.0.2.7' }],
    ['{"host":"h","message":"0"}', { ...plain, message: '0' }],
    ['{"host":"h","short_message":" ","message":"m"}', plain],
    ['{"host":"h","short_message":"m","message":"other"}', plain],
    ['{"host":"","short_message":"m"}', 'host-invalid'],
    ['{"host":" ","short_message":"m"}', 'host-invalid'],
    ['{"host":5,"short_message":"m"}', 'host-invalid'],
    ['{"host":"h"}', 'message-missing'],
    ['{"host":"h","short_message":5}', 'message-invalid'],
    ['{"host":"h","short_message":""}', 'message-invalid'],
    ['{"host":"h","message":""}', 'message-invalid'],
    ['{"host":"h","message":5}', 'message-invalid'],
    ['{"host":"h","short_message":5,"message":"m"}', 'message-invalid'],
  ])('%s', (document, expected) => {
    expect(seen(decode(rawMessage(document)))).toEqual(expected)
  })
})

describe('JSON with slips', () => {
  test.each([
    ['a trailing comma', '{"host":"h","message":"0",}', { ...plain, message: '0' }],
    [
      'trailing commas inside',
      '{"host":"h","short_message":"m","_l":[1,2, ],"_o":{"a":1,\n}, }',
      { ...plain, l: '[1,2]', o: '{"a":1}' },
    ],
    ['raw control characters', '{"host":"h","short_message":"a\nb\tc"}', { ...plain, message: 'a\nb\tc' }],
    ['a comma and a bracket in a text', '{"host":"h","short_message":"a,}\n"}', { ...plain, message: 'a,}\n' }],
    [
      'an escaped quote beside a raw newline',
      '{"host":"h","short_message":"a\\"\n,]"}',
      { ...plain, message: 'a"\n,]' },
    ],
    ['a NUL at its end', '{"host":"h","short_message":"m"}\0', plain],
    ['a byte order mark', '\ufeff{"host":"h","short_message":"m"}', plain],
    ['a newline at its end', '{"host":"h","short_message":"m"}\r\n', plain],
    ['two commas', '{"host":"h",,"short_message":"m"}', 'not-json'],
    ['no JSON', 'not json', 'not-json'],
    ['a list', '[]', 'not-json'],
    ['null', 'null', 'not-json'],
    ['a text', '"m"', 'not-json'],
    ['half a document', '{"host":"h","short_mess', 'not-json'],
  ])('%s', (_name, document, expected) => {
    expect(seen(decode(rawMessage(document)))).toEqual(expected)
  })
})

describe('compression', () => {
  const document = withKeys('')
  test.each([
    ['zlib 1', deflateSync(document, { level: 1 }), '7801'],
    ['zlib 6', deflateSync(document, { level: 6 }), '789c'],
    ['zlib 9', deflateSync(document, { level: 9 }), '78da'],
    ['gzip', gzipSync(document), '1f8b'],
  ])('%s', (_name, payload, magic) => {
    expect(payload.subarray(0, 2).toString('hex')).toBe(magic)
    expect(seen(decode(rawMessage(payload)))).toEqual(plain)
  })

  test.each([
    ['78 00', Buffer.from('7800ff', 'hex'), 'unsupported'],
    ['1f 00', Buffer.from('1f00ff', 'hex'), 'unsupported'],
    ['1e 00', Buffer.from('1e00ff', 'hex'), 'unsupported'],
    ['a chunk', Buffer.from('1e0f0000000000000000000161', 'hex'), 'unsupported'],
    ['half of gzip', gzipSync(document).subarray(0, 20), 'broken-compression'],
    ['zlib with a wrong byte', deflateSync(document).fill(0xff, 10, 20), 'broken-compression'],
    ['gzip of no JSON', gzipSync('not json'), 'not-json'],
  ])('%s is refused', (_name, payload, reason) => {
    expect(seen(decode(rawMessage(payload)))).toBe(reason)
  })

  test('is cut at the configured size', () => {
    const limit = document.length
    const accepting = gelfCodec.create({ decompress_size_limit: limit })
    const refusing = gelfCodec.create({ decompress_size_limit: limit - 1 })
    expect(seen(accepting(rawMessage(gzipSync(document))))).toEqual(plain)
    expect(seen(refusing(rawMessage(gzipSync(document))))).toBe('too-large')
    // The limit applies only to compressed payloads.
    expect(seen(refusing(rawMessage(document)))).toEqual(plain)
  })
})

test('a document as the Docker driver sends it', () => {
  const capture = `{"version":"1.1","host":"worker-3","short_message":"10.0.0.4 - - [21/Jul/2017:14:23:00 +0000] \\"GET / HTTP/1.1\\" 200 612","timestamp":1500646980.661,"level":6,"_command":"nginx -g daemon off;","_container_id":"f7d5ee9e8a1c4b1f0d7b2a5a7a6c0e5b1d2f3a4b5c6d7e8f9a0b1c2d3e4f5a6b","_container_name":"web","_created":"2017-07-21T14:20:11.123456789Z","_image_id":"sha256:b8efb18f159b","_image_name":"nginx:1.13","_tag":"f7d5ee9e8a1c"}`
  expect(seen(decode(rawMessage(gzipSync(capture))))).toEqual({
    time: '2017-07-21T14:23:00.661Z',
    source: 'worker-3',
    message: '10.0.0.4 - - [21/Jul/2017:14:23:00 +0000] "GET / HTTP/1.1" 200 612',
    level: 6,
    command: 'nginx -g daemon off;',
    container_id: 'f7d5ee9e8a1c4b1f0d7b2a5a7a6c0e5b1d2f3a4b5c6d7e8f9a0b1c2d3e4f5a6b',
    container_name: 'web',
    created: '2017-07-21T14:20:11.123456789Z',
    image_id: 'sha256:b8efb18f159b',
    image_name: 'nginx:1.13',
    tag: 'f7d5ee9e8a1c',
  })
})

test('a gigabyte of zeros in a megabyte is refused once the size limit is reached', () => {
  const tenMegabytes = deflateRawSync(Buffer.alloc(10_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const bomb = Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), ...Array<Buffer>(100).fill(tenMegabytes)])
  const before = process.memoryUsage()
  const started = cpuTimeMs()
  expect(seen(decode(rawMessage(bomb)))).toBe('too-large')
  expect(cpuTimeMs() - started).toBeLessThan(2000)
  const after = process.memoryUsage()
  expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(64_000_000)
})
