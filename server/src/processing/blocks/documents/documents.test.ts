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
import type { BlockResult } from '../block-result.ts'

const RECEIVED_AT_MS = Date.UTC(2026, 2, 1, 9)
const ORIGIN = { ...testOrigin, codec: bulkCodec.id }

/** Counts the documents that are taken before the codec parses them. */
function countingCodec(): { readonly codec: Codec; taken(): number } {
  let taken = 0
  const create: Codec['create'] = (configuration) => {
    const decode = bulkCodec.create(configuration)
    return (raw, visitor) => {
      if (visitor === undefined) return decode(raw)
      const take: typeof visitor.take = (document) => {
        const isTaken = visitor.take(document)
        taken += Number(isTaken)
        return isTaken
      }
      return decode(raw, { take, message: (message) => visitor.message(message) })
    }
  }
  return { codec: { ...bulkCodec, create }, taken: () => taken }
}

/** The same codec, which has every document parsed. */
const parsingCodec: Codec = {
  ...bulkCodec,
  create(configuration) {
    const decode = bulkCodec.create(configuration)
    return (raw) => decode(raw)
  },
}

/** What a result says, without measured times. */
const contentOf = ({ elapsedMs: _elapsed, rows, origins, ruleTimes, outputs, pipelines, ...rest }: BlockResult) => ({
  ...rest,
  rows: readRows(rows),
  pipelines: { ...pipelines, times: undefined },
  origins: origins.map(({ decodeMs: _ms, ...origin }) => origin),
  ruleTimings: Array.from(ruleTimes, ([rule, { timings }]) => [rule, timings]),
  outputs: outputs.map(({ bytes, ...output }) => ({ ...output, text: Buffer.from(bytes).toString() })),
})

/** Processes the payloads of each block both ways, and returns how many documents were taken. */
function compare(blocks: readonly (readonly Uint8Array[])[], settings: TestSettings, configuration = {}): number {
  const { codec, taken } = countingCodec()
  const processors = [codec, parsingCodec].map((one) => {
    const processor = testBlockProcessor({ codecs: [one] })
    processor.configure(testSettings(settings))
    return processor
  })
  let offset = 0
  for (const [sequence, payloads] of blocks.entries()) {
    const [ours, theirs] = processors.map((processor) => {
      const builder = createBlockBuilder(0)
      for (const [at, payload] of payloads.entries()) {
        const remoteAddress = at % 5 === 4 ? '' : `10.0.0.${at}`
        const raw = { payload, receivedAtMs: RECEIVED_AT_MS + at, remoteAddress, remotePort: 514 }
        builder.add({ ...ORIGIN, configuration }, raw)
      }
      const result = processor.process({ sequence, firstOffset: offset, bytes: builder.finish(), skips: [] })
      if (result instanceof Promise) throw new Error('a message waits')
      // As the main thread does: what a field has first is usual.
      processor.learn(result.seenFields.fields.map(({ index, field, first }) => ({ index, field, usual: first })))
      return contentOf(result)
    })
    expect(ours).toEqual(theirs)
    offset += payloads.length
  }
  return taken()
}

const TIME_KEYS = ['@timestamp', 'timestamp', 'time']
const KEYS = [
  ...TIME_KEYS,
  ...['message', 'msg', 'log', 'host', 'hostname', 'host.name', 'level', 'user'],
  ...['took_ms', 'bytes', 'full_message', 'gl2_message_id', 'gl2_source_collector', 'source', 'streams', '_id', 'a.b'],
  ...['a_b', 'document_message', 'a key', 'ä', '__proto__', 'constructor', '7', 'event.original', 'target_index'],
]

const USUAL_TEXTS = [
  'web-1',
  'web-2',
  'GET /a?b=1',
  'user 17 logged in from 10.1.2.3',
  '2026-01-02',
  '2026-01-02T03:04:05Z',
]
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '  x  ',
    '\n',
    'two\nlines',
    'a "quoted" text',
    'back\\slash',
    'tab\there',
    'ünïcode',
    '日本語',
    '😀 smile',
  ],
  ...[
    '\ud800 alone',
    '\u00a0',
    '\u00a0x',
    '\ufeff',
    'a~b',
    'del\x7fete',
    '1,5 and 1;5',
    'x'.repeat(10_922),
    '2026/01/02',
  ],
  ...['y'.repeat(10_923), 'ä'.repeat(20_000), '12', '-0', 'NaN', 'x'.repeat(300), '/1-2', '20:6-1'],
]
const USUAL_NUMBERS = ['0', '7', '200', '-5', '3.25', '100000', '2147483648']
const ODD_NUMBERS = [
  ...['-0', '-0.0', '1e3', '1E400', '-1.5e-7', '12345678901234567890', '9007199254740993', '0.1', '5.0', '-17.50'],
  ...['123456789012345', '1234567890123456', '01', '1.', '.5', '--1', '99999999999999999999999999', '+1', '0x10'],
]
const OTHERS = [
  'true',
  'false',
  'null',
  '[1,2]',
  '["a","b"]',
  '[]',
  '{}',
  '{"name":"inner"}',
  '{"a":{"b":7}}',
  'nul',
  '',
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

function valueText({ kind }: Slot, { below, pick }: SeededRandom): string {
  const isOdd = below(50) === 0
  if (isOdd && below(3) === 0) return pick(OTHERS)
  switch (kind) {
    case 'text':
      return quoted(isOdd ? pick(ODD_TEXTS) : below(4) === 0 ? `value ${below(50)}` : pick(USUAL_TEXTS))
    case 'number':
      return isOdd ? pick(ODD_NUMBERS) : pick(USUAL_NUMBERS)
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

const stream = (id: string, field: string, type: number, value: string, more = {}) => ({
  ...{ id, matchingType: 'AND' as const, removeMatchesFromDefault: false, indexSetId: 'set-default', ...more },
  rules: [{ id: `${id}-rule`, field, type, value, inverted: false }],
})

const STREAMS: TestSettings = {
  streams: [
    stream('logins', 'message', 6, 'logged in', { indexSetId: 'set-logins' }),
    stream('large', 'bytes', 3, '100'),
    stream('hosts', 'source', 1, 'web-1', { removeMatchesFromDefault: true }),
    stream('timed', 'timestamp', 2, '^2026'),
    stream('named', 'host', 5, ''),
    stream('addressed', 'gl2_remote_ip', 1, '10.0.0.1'),
  ],
  indexTargets: { 'set-default': 'logyard_0', 'set-logins': 'logins_0' },
  analyzers: { logins_0: 'keyword' },
}

const COLUMNS: TestSettings['fieldColumns'] = [
  { field: 'host', type: 'String', isRepetitive: true, numberInValues: 1 },
  { field: 'level', type: 'Int64', isRepetitive: false, numberInValues: undefined },
  { field: 'took_ms', type: 'Int64', isRepetitive: false, numberInValues: 3 },
  { field: 'took_ms', type: 'Float64', isRepetitive: false, numberInValues: 4 },
  { field: 'user', type: 'String', isRepetitive: false, numberInValues: 5 },
  { field: 'bytes', type: 'Int64', isRepetitive: false, numberInValues: undefined },
  { field: 'bytes', type: 'String', isRepetitive: true, numberInValues: 7 },
  { field: 'target_index', type: 'String', isRepetitive: true, numberInValues: undefined },
]

const CASES: readonly { readonly name: string; readonly settings: TestSettings; readonly configuration?: object }[] = [
  { name: 'without columns and streams', settings: {} },
  { name: 'with columns', settings: { fieldColumns: COLUMNS } },
  { name: 'with columns and streams', settings: { ...STREAMS, fieldColumns: COLUMNS } },
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
  for (let at = 0; at < 2; at += 1) builder.add(ORIGIN, raw)
  const result = processor.process({ sequence: 0, firstOffset: 0, bytes: builder.finish(), skips: [] })
  if (result instanceof Promise) throw new Error('a message waits')
  expect(readRows(result.rows).map((row) => row.get('message'))).toEqual(['one', 'three', 'one', 'three'])
  expect(result.failures).toMatchObject(Array(2).fill({ reason: 'codec-failed', detail: 'RangeError: no room' }))
})
