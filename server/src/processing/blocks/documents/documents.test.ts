import { createMessageBatch } from '@logyard/codecs/batch/message-batch'
import { packBody } from '@logyard/codecs/batch/packed-body'
import { bulkCodec } from '@logyard/codecs/bulk/bulk-codec'
import type { Codec } from '@logyard/codecs/codec'
import { rounds } from '@logyard/codecs/testing/rounds'
import { type SeededRandom, seededRandom } from '@logyard/codecs/testing/seeded-random'
import { expect, test } from 'vitest'
import { createBlockBuilder } from '../../../ingest/journal/journal-block.ts'
import { MESSAGE_FILTER_CHAIN, PIPELINE_PROCESSOR } from '../../../processing/settings/processing-settings.ts'
import { testOrigin } from '../../../testing/journal-messages.ts'
import { type TestSettings, testSettings } from '../../../testing/processing-settings.ts'
import { readRows } from '../../../testing/read-rows.ts'
import { testBlockProcessor } from '../../../testing/test-block-processor.ts'
import { compareWays, RECEIVED_AT_MS } from './testing/compare-ways.ts'
import { COLUMNS, FILTERS, STREAMS } from './testing/document-settings.ts'
import { ODD_NUMBERS, ODD_TEXTS, OTHERS, USUAL_TEXTS, usualNumber } from './testing/odd-values.ts'

const compare = compareWays(bulkCodec)

const TIME_KEYS = ['@timestamp', 'timestamp', 'time']
const KEYS = [
  ...TIME_KEYS,
  ...['message', 'msg', 'log', 'host', 'hostname', 'host.name', 'level', 'user'],
  ...['took_ms', 'bytes', 'full_message', 'gl2_message_id', 'gl2_source_collector', 'source', 'streams', '_id', 'a.b'],
  ...['a_b', 'document_message', 'a key', 'ä', '__proto__', 'constructor', '7', 'event.original', 'target_index'],
]

const USUAL_TIMES = ['2026-06-15T09:59:58.123Z', '2026-06-16T00:00:00.000Z', '1999-12-31T23:59:59.999Z']
const ODD_TIMES = [
  ...[
    '2026-06-15T09:59:58.123456Z',
    '2026-06-15t09:59:58.123z',
    '2026-06-15T09:59:60.000Z',
    '2026-02-30T00:00:00.000Z',
  ],
  ...[
    '0001-01-01T00:00:00.000Z',
    '2026-06-15',
    '1772000000',
    'yesterday',
    '2026-06-15T24:00:00.000Z',
    '2026-06-15 09:59:58.123Z',
  ],
]

interface Slot {
  readonly key: string
  readonly kind: 'text' | 'number' | 'time' | 'other'
}

const quoted = (text: string): string => JSON.stringify(text)

function valueText({ kind }: Slot, random: SeededRandom): string {
  const { below, pick } = random
  const isOdd = below(50) === 0
  if (isOdd && below(3) === 0) return pick(OTHERS)
  switch (kind) {
    case 'text':
      return quoted(isOdd ? pick(ODD_TEXTS) : below(4) === 0 ? `value ${below(50)}` : pick(USUAL_TEXTS))
    case 'number':
      return isOdd ? pick(ODD_NUMBERS) : usualNumber(random)
    case 'time':
      return isOdd ? (below(2) === 0 ? quoted(pick(ODD_TIMES)) : '1772000000.5') : quoted(pick(USUAL_TIMES))
    default:
      return pick(OTHERS.slice(0, 9))
  }
}

function randomShape({ below, pick }: SeededRandom): readonly Slot[] {
  const others = Array.from({ length: 1 + below(7) }, (): Slot => {
    const key = below(12) === 0 ? 'message' : pick(KEYS)
    const isTime = TIME_KEYS.includes(key) && below(5) > 0
    return { key, kind: isTime ? 'time' : pick(['text', 'text', 'number', 'time', 'other']) }
  })
  return [
    { key: '@timestamp', kind: 'time' },
    ...(below(6) > 0 ? [{ key: 'message', kind: 'text' } as const] : []),
    ...others,
  ]
}

function documentOf(shape: readonly Slot[], random: SeededRandom): Buffer {
  const { below } = random
  const space = below(8) === 0 ? ' ' : ''
  const keyOf = (key: string) => (below(60) === 0 ? quoted(key).replace('o', '\\u006f') : quoted(key))
  const members = shape.map((slot) => `${keyOf(slot.key)}${space}:${space}${valueText(slot, random)}`)
  const end = below(60) === 0 ? ',}' : below(60) === 0 ? '' : '}'
  const bytes = Buffer.from(`{${space}${members.join(`,${space}`)}${end}${below(40) === 0 ? '\r' : ''}`)
  if (below(40) === 0) bytes[below(bytes.length)] = below(256)
  return bytes
}

const ACTIONS = [
  ...['{"create":{"_index":"logs"}}', '{"create":{"_index":"logs"}}', '{"index":{"_index":"logs"}}', '{"create":{}}'],
  ...['{"index":{"_index":"other"}}', '{"index":{"_id":"17"}}', '{"delete":{"_id":"17"}}', '{"update":{"_id":"1"}}'],
]

function payloadOf(shapes: readonly (readonly Slot[])[], random: SeededRandom): Uint8Array {
  const { below, pick } = random
  const lines = Array.from({ length: 60 }, () => {
    const action = below(4) === 0 ? pick(ACTIONS) : '{"create":{"_index":"logs"}}'
    return Buffer.concat([Buffer.from(`${action}\n`), documentOf(pick(shapes), random), Buffer.from('\n')])
  })
  return packBody(below(2) === 0 ? {} : { index: 'named' }, Buffer.concat(lines))
}

const CASES: readonly { readonly name: string; readonly settings: TestSettings; readonly configuration?: object }[] = [
  { name: 'without columns and streams', settings: {} },
  { name: 'with columns', settings: { fieldColumns: COLUMNS } },
  { name: 'with columns and streams', settings: { ...STREAMS, fieldColumns: COLUMNS } },
  { name: 'with filters', settings: { ...STREAMS, fieldColumns: COLUMNS, filters: FILTERS } },
  {
    name: 'with a source that the input sets',
    settings: { fieldColumns: COLUMNS },
    configuration: { override_source: 'all' },
  },
  {
    name: 'with static fields',
    settings: { ...STREAMS, staticFields: { [testOrigin.inputId]: { user: 'nobody', place: 'here' } } },
  },
  {
    name: 'with an output',
    settings: {
      ...STREAMS,
      processors: [PIPELINE_PROCESSOR, MESSAGE_FILTER_CHAIN],
      outputGroups: [{ streams: ['logins'], format: 'gelf', outputs: ['output-1'] }] as never,
    },
  },
]

test.each(CASES)('documents $name are stored as if they had been parsed', ({ settings, configuration }) => {
  let taken = 0
  let sent = 0
  for (let seed = 1; seed <= rounds(4, 60); seed += 1) {
    const random = seededRandom(seed)
    const shapes = Array.from({ length: 12 }, () => randomShape(random))
    const blocks = Array.from({ length: 3 }, () => Array.from({ length: 6 }, () => payloadOf(shapes, random)))
    taken += compare(blocks, settings, configuration)
    sent += blocks.flat().length * 60
  }
  // Most odd documents are left to the codec.
  expect(taken / sent).toBeGreaterThan(0.2)
})

const TIME = '"@timestamp":"2026-06-15T09:59:58.123Z"'
const documentWith = (more: string, at = 0): string => `{${TIME},"message":"text ${at}",${more}}`

/** A payload of documents, each after its action line. */
const bulkOf = (documents: readonly string[], indexOf = (_at: number) => 'logs'): Uint8Array =>
  Buffer.from(documents.map((text, at) => `{"create":{"_index":"${indexOf(at)}"}}\n${text}\n`).join(''))

/** The first raw message is decoded entirely, because it is timed. */
const TIMED = bulkOf([documentWith('"a":1')])

test('a sender with another index for each document has few shapes learned, and others are learned afterwards', () => {
  const documents = Array.from({ length: 2000 }, (_, at) => documentWith('"user":"a"', at))
  const taken = compare([[TIMED, bulkOf(documents, (at) => `logs-${at}`)]], {})
  expect(taken).toBe(320)
  const both = compare([[TIMED, bulkOf(documents, (at) => `logs-${at}`), bulkOf(documents)]], {})
  expect(both).toBeGreaterThan(taken + 1900)
})

test('documents with more than 1 KB between two values are parsed, and learned once only', () => {
  const names = Array.from({ length: 300 }, (_, at) => `"k${at}":null`).join(',')
  const long = Array.from({ length: 1000 }, (_, at) => documentWith(`${names},"user":"a"`, at))
  const others = Array.from({ length: 400 }, (_, at) => documentWith('"user":"a"', at))
  const taken = compare([[TIMED, bulkOf([...long, ...others], (at) => (at < 1000 ? 'logs' : `logs-${at}`))]], {})
  // The long documents spent one shape, and the documents that passed have added as many as were spent.
  expect(taken).toBe(304)
})

test('documents that are taken spend the budget of their payload', () => {
  const name = 'o'.repeat(250)
  const inner = Array.from({ length: 6 }, (_, group) => {
    const nulls = Array.from({ length: 60 }, (__, at) => `"${group}${at}":null`)
    return [...nulls, `"n${group}":${group}`].join(',')
  })
  const document = documentWith(`"${name}":{${inner.join(',')}}`)
  const taken = compare([[TIMED, bulkOf(Array.from({ length: 900 }, () => document))]], {})
  expect(taken).toBeGreaterThan(600)
  expect(taken).toBeLessThan(890)
})

test.each([
  { length: 1000, taken: 20 },
  { length: 1001, taken: 0 },
  { length: 70_000, taken: 0 },
])('of documents with an index of $length characters, $taken of 20 are taken', ({ length, taken }) => {
  const documents = Array.from({ length: 20 }, (_, at) => documentWith('"user":"a"', at))
  expect(compare([[TIMED, bulkOf(documents, () => 'i'.repeat(length))]], {})).toBe(taken)
})

test('if a codec throws while it reads a document, only that document fails', () => {
  const codec: Codec = {
    ...bulkCodec,
    create: () => (raw, visitor) => {
      const batch = createMessageBatch(raw.payload.length, visitor && ((message) => visitor.message(message)))
      for (const text of ['one', 'two', 'three']) {
        batch.addRead(() => {
          if (text === 'two') throw new RangeError('no room')
          return { timestampMs: RECEIVED_AT_MS, source: 'web-1', message: text, fields: {} }
        })
      }
      return batch.decoded()
    },
  }
  const processor = testBlockProcessor({ codecs: [codec] })
  processor.configure(testSettings({}))
  const builder = createBlockBuilder(0)
  const raw = { payload: TIMED, receivedAtMs: RECEIVED_AT_MS, remoteAddress: '10.0.0.1', remotePort: 514 }
  for (let at = 0; at < 2; at += 1) builder.add({ ...testOrigin, codec: bulkCodec.id }, raw)
  const result = processor.process({ sequence: 0, firstOffset: 0, bytes: builder.finish(), skips: [] })
  if (result instanceof Promise) throw new Error('a message waits')
  expect(readRows(result.rows).map((row) => row.get('message'))).toEqual(['one', 'three', 'one', 'three'])
  expect(result.failures).toMatchObject(Array(2).fill({ reason: 'codec-failed', detail: 'RangeError: no room' }))
})
