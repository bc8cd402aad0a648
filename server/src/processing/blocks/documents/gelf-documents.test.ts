import { deflateSync, gzipSync } from 'node:zlib'
import { gelfCodec } from '@logyard/codecs/gelf/gelf-codec'
import { rounds } from '@logyard/codecs/testing/rounds'
import { type SeededRandom, seededRandom } from '@logyard/codecs/testing/seeded-random'
import { expect, test } from 'vitest'
import { MESSAGE_FILTER_CHAIN, PIPELINE_PROCESSOR } from '../../../processing/settings/processing-settings.ts'
import { testOrigin } from '../../../testing/journal-messages.ts'
import type { TestSettings } from '../../../testing/processing-settings.ts'
import { compareWays } from './testing/compare-ways.ts'
import { COLUMNS, FILTERS, STREAMS } from './testing/document-settings.ts'
import { ODD_NUMBERS, ODD_TEXTS, OTHERS, USUAL_TEXTS, usualNumber } from './testing/odd-values.ts'

const compare = compareWays(gelfCodec)

const KEYS = [
  ...['host', 'short_message', 'message', 'full_message', 'timestamp', 'level', 'line', 'file', 'facility', 'version'],
  ...['_user', '_took_ms', '_bytes', '_id', '_level', '_host', '_source', '_message', '_timestamp', '_file', 'source'],
  ...['user', '_gl2_message_id', '_gl2_source_collector', '_streams', '_a.b', '_a_b', '_', '__x', '_a key', '_ä', 'id'],
  ...['__proto__', 'constructor', '_7', '_target_index', '_host.name', '_full_message', '_line', '_facility', '_ttl'],
]

const USUAL_SECONDS = ['1772000000', '1772000000.123', '1500646980.661', '1772000000.1234567', '0.5']
const ODD_SECONDS = [
  ...[
    '0',
    '-5',
    '1e9',
    '1.5e9',
    '1772000000000',
    '12345678901234567890',
    '1772000000.',
    '01772000000',
    '7e300',
    '0.0001',
  ],
  ...['1772000000.9999', '10413792000', '10413791999.9996', '1772000000.12345678901234567890123456789012345678901'],
]
const USUAL_NATURALS = ['0', '3', '6', '7', '120']
const ODD_NATURALS = ['-1', '-0', '6.5', '1e1', '007', '12345678901234567', '4294967296', '6.', '-0.5']
const NATURAL_TEXTS = [' 6', '6 ', '+6', 'warn', '6e0', '0x6', '6.5', '.5', '06', '6"', '', '-1', '9007199254740993']

type Kind = 'text' | 'number' | 'seconds' | 'text of seconds' | 'natural' | 'text of a natural' | 'other'

interface Slot {
  readonly key: string
  readonly kind: Kind
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
    case 'seconds':
      return isOdd ? pick(ODD_SECONDS) : pick(USUAL_SECONDS)
    case 'text of seconds':
      return quoted(isOdd ? pick([...ODD_SECONDS, ...NATURAL_TEXTS]) : pick(USUAL_SECONDS))
    case 'natural':
      return isOdd ? pick(ODD_NATURALS) : pick(USUAL_NATURALS)
    case 'text of a natural':
      return quoted(isOdd ? pick([...ODD_NATURALS, ...NATURAL_TEXTS]) : pick(USUAL_NATURALS))
    default:
      return pick(OTHERS.slice(0, 9))
  }
}

const KINDS: readonly Kind[] = ['text', 'text', 'text', 'number', 'other']

function kindOf(key: string, { below, pick }: SeededRandom): Kind {
  if (below(8) === 0) return pick([...KINDS, 'seconds', 'natural'])
  if (key === 'timestamp') return pick(['seconds', 'seconds', 'text of seconds'])
  if (key === 'level' || key === 'line') return pick(['natural', 'natural', 'text of a natural'])
  return pick(KINDS)
}

function randomShape(random: SeededRandom): readonly Slot[] {
  const { below, pick } = random
  const slots = Array.from({ length: 1 + below(8) }, (): Slot => {
    const key = pick(KEYS)
    return { key, kind: kindOf(key, random) }
  })
  const usual = below(6) > 0 ? (['host', 'short_message'] as const) : (['short_message'] as const)
  for (const key of usual) slots.splice(below(slots.length + 1), 0, { key, kind: 'text' })
  return slots
}

/** A document, with odd bytes now and then. */
function documentOf(shape: readonly Slot[], random: SeededRandom): Buffer {
  const { below, pick } = random
  const space = below(8) === 0 ? pick([' ', '\t', '\r\n', '\u00a0']) : ''
  const keyOf = (key: string) => (below(60) === 0 ? quoted(key).replace('o', '\\u006f') : quoted(key))
  const members = shape.map((slot) => `${keyOf(slot.key)}${space}:${space}${valueText(slot, random)}`)
  const end = below(60) === 0 ? pick([',}', '', '},', '}}', '} x']) : '}'
  const bytes = Buffer.from(
    `{${space}${members.join(`,${space}`)}${end}${below(40) === 0 ? pick(['\r', '\0', '\n']) : ''}`,
  )
  if (below(40) === 0) bytes[below(bytes.length)] = below(256)
  return below(60) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes
}

function payloadOf(shapes: readonly (readonly Slot[])[], random: SeededRandom): Uint8Array {
  const document = documentOf(random.pick(shapes), random)
  const packed = random.below(20)
  return packed === 0 ? gzipSync(document) : packed === 1 ? deflateSync(document) : document
}

const CASES: readonly { readonly name: string; readonly settings: TestSettings; readonly configuration?: object }[] = [
  { name: 'without columns and streams', settings: {} },
  { name: 'with columns and streams', settings: { ...STREAMS, fieldColumns: COLUMNS } },
  { name: 'with filters', settings: { ...STREAMS, fieldColumns: COLUMNS, filters: FILTERS } },
  {
    name: 'with a source that the input sets',
    settings: { fieldColumns: COLUMNS },
    configuration: { override_source: 'all', decompress_size_limit: 200 },
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

test.each(CASES)('GELF messages $name are stored as if they had been parsed', ({ settings, configuration }) => {
  let taken = 0
  let sent = 0
  for (let seed = 1; seed <= rounds(6, 100); seed += 1) {
    const random = seededRandom(seed)
    const shapes = Array.from({ length: 12 }, () => randomShape(random))
    const blocks = Array.from({ length: 4 }, () => Array.from({ length: 400 }, () => payloadOf(shapes, random)))
    taken += compare(blocks, settings, configuration)
    sent += blocks.flat().length
  }
  expect(taken / sent).toBeGreaterThan(0.2)
})

const messageWith = (more: string, at = 0): Buffer =>
  Buffer.from(`{"version":"1.1","host":"web-1","short_message":"text ${at}",${more}}`)

test.each([
  { value: '"timestamp":1772000000.123', isTaken: true },
  { value: '"timestamp":"1772000000.123"', isTaken: true },
  { value: '"timestamp":1772000000.1234567', isTaken: true },
  { value: '"timestamp":-1', isTaken: false },
  { value: '"timestamp":"yesterday"', isTaken: false },
  { value: '"level":6', isTaken: true },
  { value: '"level":"6"', isTaken: true },
  { value: '"level":-1', isTaken: false },
  { value: '"level":"warn"', isTaken: false },
  { value: '"facility":"shop","file":"a.ts","line":7', isTaken: true },
  { value: '"facility":7', isTaken: false },
  { value: '"_a":{"b":7}', isTaken: false },
  { value: '"_a":[7,8],"_b":null,"_c":true', isTaken: true },
])('whether messages with $value are stored without being parsed: $isTaken', ({ value, isTaken }) => {
  const messages = Array.from({ length: 320 }, (_, at) => messageWith(value, at))
  // Each 32nd message is timed, and so parsed.
  expect(compare([messages], {})).toBe(isTaken ? 310 : 0)
})

test('messages with other words for their level are learned once', () => {
  const words = Array.from({ length: 1000 }, (_, at) => messageWith(`"level":"${at % 2} word ${at}"`, at))
  const others = Array.from({ length: 300 }, (_, at) => messageWith(`"_a${at % 17}":1,"_b${at % 19}":1`, at))
  const taken = compare([[...words, ...others]], {})
  expect(taken).toBeGreaterThan(280)
})
