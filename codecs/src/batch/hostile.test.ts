import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { beatsCodec } from '../beats/beats-codec.ts'
import { beatsDeprecatedCodec } from '../beats/beats-deprecated-codec.ts'
import { createLumberjackParser } from '../beats/lumberjack-frames.ts'
import { filebeatPayload } from '../beats/testing/filebeat-event.ts'
import { compressedFrame, dataFrame, jsonFrame, windowFrame } from '../beats/testing/lumberjack-sender.ts'
import { bulkAnswer, checkBulk } from '../bulk/bulk-answer.ts'
import { bulkCodec } from '../bulk/bulk-codec.ts'
import { bulkPayload } from '../bulk/testing/bulk-payload.ts'
import { checkHecEvents } from '../hec/hec-answers.ts'
import { hecCodec } from '../hec/hec-codec.ts'
import { hecPayload } from '../hec/testing/hec-payload.ts'
import { lokiCodec } from '../loki/loki-codec.ts'
import { lokiJsonPayload, lokiProtobufPayload } from '../loki/testing/loki-payload.ts'
import { otlpCodec } from '../otlp/otlp-codec.ts'
import { otlpJsonPayload, otlpProtobufPayload } from '../otlp/testing/otlp-payload.ts'
import { bytesField } from '../protobuf/protobuf-writer.ts'
import { decompressSnappy } from '../snappy/decompress-snappy.ts'
import { compressSnappy } from '../snappy/testing/compress-snappy.ts'
import { cpuTimeMs } from '../testing/cpu-time.ts'
import { damage } from '../testing/damage.ts'
import { hostilePayloads } from '../testing/hostile-payloads.ts'
import { rawMessage } from '../testing/raw-message.ts'
import { rounds } from '../testing/rounds.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { packBody, unpackBody } from './packed-body.ts'

/** Content types of a body. A codec that heeds them decodes the same bytes in a different way for each. */
const TYPES = ['application/json', 'application/x-protobuf']
const HEEDED = { types: TYPES }
const IGNORED = { types: TYPES.slice(0, 1) }

const CODECS = [
  { codec: beatsCodec, ...IGNORED, captures: [filebeatPayload(1), filebeatPayload(2)] },
  { codec: beatsDeprecatedCodec, ...IGNORED, captures: [filebeatPayload(1), filebeatPayload(2)] },
  { codec: otlpCodec, ...HEEDED, captures: [otlpProtobufPayload(3), otlpJsonPayload(3)] },
  { codec: lokiCodec, ...HEEDED, captures: [lokiProtobufPayload(3), lokiJsonPayload(3)] },
  { codec: bulkCodec, ...IGNORED, captures: [bulkPayload(3)] },
  {
    codec: hecCodec,
    ...IGNORED,
    captures: [hecPayload(3), packBody({ endpoint: 'raw', host: 'h' }, Buffer.from('a\nb\n'))],
  },
]
const ROUNDS = rounds(200, 200_000)
const HOSTILE_PAYLOADS = Object.entries(hostilePayloads())
/** Each part has two bytes and holds nothing. */
const EMPTY_PARTS_BYTES = rounds(4_000_000, 10_000_000)

describe.each(CODECS.map((each) => ({ name: each.codec.id, ...each })))('$name', ({ codec, captures, types }) => {
  const decode = codec.create({})

  test('answers whatever is made of its captures', () => {
    const random = seededRandom(2026)
    let decoded = 0
    for (let round = 0; round < ROUNDS; round++) {
      const payload = damage(random, captures)
      const answers = [
        decode(rawMessage(payload)),
        decode(rawMessage(packBody({ content_type: random.pick(TYPES) }, payload))),
      ]
      for (const answer of answers) {
        if (!answer.ok) expect(answer.reason).toMatch(/^[a-z-]+$/)
        else
          for (const message of answer.messages) {
            decoded++
            expect(message.message).not.toBe('')
            expect(Number.isSafeInteger(message.timestampMs)).toBe(true)
            expect(message.source).not.toBe('')
          }
      }
    }
    expect(decoded).toBeGreaterThan(0)
  })

  test.each(HOSTILE_PAYLOADS)('is not held up by %s', (_name, payload) => {
    for (const type of types) {
      const started = cpuTimeMs()
      decode(rawMessage(packBody({ content_type: type }, payload)))
      expect(cpuTimeMs() - started).toBeLessThan(5000)
    }
  })
})

test('checks before storing accept any bytes without throwing', () => {
  const random = seededRandom(7)
  for (let round = 0; round < ROUNDS; round++) {
    const bulk = checkBulk(unpackBody(damage(random, [bulkPayload(2)])).body, 'i')
    expect(JSON.parse(String(bulkAnswer(bulk, 1, 'id')))).toHaveProperty('items.length', bulk.items.length)
    expect([200, 400]).toContain(checkHecEvents(damage(random, [hecPayload(2)])).status)
  }
})

test('damaged Lumberjack frames result in frames or a problem, in any chunks', () => {
  const random = seededRandom(11)
  const inner = Buffer.concat([jsonFrame(1, { a: 1 }), dataFrame(2, [['k', 'v']])])
  const captures = [Buffer.concat([windowFrame(2), inner]), Buffer.concat([windowFrame(2), compressedFrame(inner)])]
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = damage(random, captures)
    const parser = createLumberjackParser()
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + random.below(40)
      parser.push(bytes.subarray(at, at + size))
      at += size
    }
    expect(parser.pendingBytes).toBeLessThanOrEqual(bytes.length)
  }
})

test('damaged blocks of snappy are refused or decompressed', () => {
  const random = seededRandom(13)
  const captures = [unpackBody(lokiProtobufPayload(5)).body]
  for (let round = 0; round < ROUNDS; round++) {
    const result = decompressSnappy(damage(random, captures), 100_000)
    if (result.ok) expect(result.bytes.byteLength).toBeLessThanOrEqual(100_000)
    else expect(result.detail).not.toBe('')
  }
})

test('packed metadata is returned unchanged, and a body without metadata is only a body', () => {
  const body = Buffer.from('\u0001{"not":"notes"}')
  expect(unpackBody(packBody({ a: 'b\nc' }, body))).toEqual({ notes: new Map([['a', 'b\nc']]), body })
  expect(unpackBody(packBody({}, body))).toEqual({ notes: new Map(), body })
  const compressed = gzipSync('x')
  expect(unpackBody(compressed)).toEqual({ notes: new Map(), body: compressed })
})

test.each([
  {
    name: 'streams without lines',
    codec: lokiCodec,
    body: compressSnappy(Buffer.alloc(EMPTY_PARTS_BYTES, '\x0a\x00')),
  },
  { name: 'resources without records', codec: otlpCodec, body: Buffer.alloc(EMPTY_PARTS_BYTES, '\x0a\x00') },
  {
    name: 'scopes without records',
    codec: otlpCodec,
    body: bytesField(1, Buffer.alloc(EMPTY_PARTS_BYTES, '\x12\x00')),
  },
])('millions of $name are decoded in time', ({ codec, body }) => {
  const started = cpuTimeMs()
  const decoded = codec.create({})(rawMessage(packBody({ content_type: 'application/x-protobuf' }, body)))
  expect(decoded).toEqual({ ok: true, messages: [] })
  expect(cpuTimeMs() - started).toBeLessThan(5000)
})
