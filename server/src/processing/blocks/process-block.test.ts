import type { FieldValue } from '@logyard/codecs/codec'
import { expect, test } from 'vitest'
import { createBlockBuilder } from '../../ingest/journal/journal-block.ts'
import { testOrigin } from '../../testing/journal-messages.ts'
import { DEFAULT_STREAM_ID, type TestSettings, testSettings } from '../../testing/processing-settings.ts'
import { readRows } from '../../testing/read-rows.ts'
import { testBlockProcessor } from '../../testing/test-block-processor.ts'
import type { BlockProcessorDeps } from './process-block.ts'
import type { GuardRegex } from './regex-owner.ts'

const RECEIVED_AT_MS = Date.UTC(2026, 2, 1, 9)

interface Sent {
  readonly message?: string
  readonly source?: string
  readonly timestampMs?: number
  readonly fields?: Readonly<Record<string, FieldValue | null | { readonly $bigint: string }>>
}

function blockOf(sent: readonly Sent[]): Uint8Array<ArrayBuffer> {
  const builder = createBlockBuilder(0)
  for (const one of sent) {
    const message = { message: 'a text', source: 'web-1', timestampMs: RECEIVED_AT_MS, fields: {}, ...one }
    const payload = Buffer.from(JSON.stringify(message))
    builder.add(
      { ...testOrigin, codec: 'values' },
      { payload, receivedAtMs: RECEIVED_AT_MS, remoteAddress: '10.0.0.9', remotePort: 514 },
    )
  }
  return builder.finish()
}

/** The rows of the messages as the store reads them; `fields` as JSON. */
function process(sent: readonly Sent[], settings: TestSettings = {}, deps: Partial<BlockProcessorDeps> = {}) {
  const processor = testBlockProcessor(deps)
  processor.configure(testSettings(settings))
  const result = processor.process({ sequence: 1, firstOffset: 0, bytes: blockOf(sent), skips: [] })
  if (result instanceof Promise) throw new Error('a message waits')
  const rows = readRows(result.rows).map((row) => ({
    id: row.get('id'),
    index: row.get('index'),
    timestamp: Number(row.get('timestamp')),
    source: row.get('source'),
    message: row.get('message'),
    words: row.get('words'),
    full: row.get('full_message'),
    fullWords: row.get('full_words'),
    values: row.get('values'),
    streams: row.get('streams'),
    ulid: row.get('gl2_message_id'),
    size: row.get('gl2_accounted_message_size'),
    fields: row.get('fields'),
  }))
  return { result, rows }
}

test.each([
  { name: 'a name is trimmed', fields: { '  user ': 'ada' }, stored: '{"user":"ada"}' },
  { name: 'a name with other characters is dropped', fields: { 'a b': 1, 'a,b': 1, ä: 1, '': 1 }, stored: '{}' },
  { name: 'dash, at and underscore may be in a name', fields: { '@a-b_c': 1 }, stored: '{"@a-b_c":1}' },
  { name: 'a dot becomes an underscore', fields: { 'a.b.c': 1 }, stored: '{"a_b_c":1}' },
  { name: 'a dotted field is dropped if its new name is in use', fields: { 'a.b': 1, a_b: 2 }, stored: '{"a_b":2}' },
  { name: 'case matters', fields: { A: 1, a: 2 }, stored: '{"A":1,"a":2}' },
  {
    name: 'reserved names cannot be set',
    fields: { _id: '1', _ttl: 1, _source: 'x', _all: 1, _index: 'i', _type: 't', _score: 1 },
    stored: '{}',
  },
  { name: 'a message cannot set its streams', fields: { streams: ['a'] }, stored: '{}' },
  {
    name: 'a message cannot set its input or sender',
    fields: { gl2_source_input: 'x', gl2_remote_ip: 'y' },
    stored: '{}',
  },
  {
    name: 'a dotted name cannot become one that senders cannot set',
    fields: { '.id': '1', '.index': 'i', 'gl2.source.input': 'x', 'gl2_remote.ip': 'y' },
    stored: '{}',
  },
  {
    name: 'a text is trimmed of white space and control characters',
    fields: { a: '\u0000 \tx y\n ' },
    stored: '{"a":"x y"}',
  },
  { name: 'no-break spaces stay', fields: { a: '\u00a0x' }, stored: '{"a":"\u00a0x"}' },
  { name: 'empty values are not stored', fields: { a: '', b: '  ', c: null }, stored: '{}' },
  { name: 'booleans are stored', fields: { a: true, b: false }, stored: '{"a":true,"b":false}' },
  { name: 'lists are stored', fields: { a: [1, 'b', true] }, stored: '{"a":[1,"b",true]}' },
  {
    name: 'whole numbers of 64 bits keep their digits',
    fields: {
      a: { $bigint: '9007199254740993' },
      b: { $bigint: '18446744073709551615' },
      c: { $bigint: '-9223372036854775808' },
    },
    stored: '{"a":9007199254740993,"b":18446744073709551615,"c":-9223372036854775808}',
  },
  {
    name: 'longer ones become strings',
    fields: { a: { $bigint: '18446744073709551616' } },
    stored: '{"a":"18446744073709551616"}',
  },
  {
    name: 'a large floating point number is written as one',
    fields: { a: 1e20, b: 1.5 },
    stored: '{"a":1e+20,"b":1.5}',
  },
  {
    name: 'special characters of JSON are escaped',
    fields: { a: 'q"b\\n\u0001.' },
    stored: '{"a":"q\\"b\\\\n\\u0001."}',
  },
  { name: 'an unpaired surrogate is replaced', fields: { a: 'x\ud83dy' }, stored: '{"a":"x\ufffdy"}' },
])('$name', ({ fields, stored }) => {
  expect(process([{ fields }]).rows[0]?.fields).toBe(stored)
})

test('a message without a text is incomplete; one without a source gets the address of its sender', () => {
  const { result, rows } = process([{ message: ' \n ' }, { source: ' ' }])
  expect(result).toMatchObject({ messages: 1, failureCount: 1, failures: [{ reason: 'incomplete' }] })
  expect(rows).toMatchObject([{ source: '10.0.0.9', message: 'a text' }])
})

test.each([
  { name: 'the time that the codec read', sent: { timestampMs: 1000.9 }, timestamp: 1000, invalid: 0 },
  {
    name: 'a field in the format of the store',
    sent: { fields: { timestamp: '2026-02-03 04:05:06.007' } },
    timestamp: Date.UTC(2026, 1, 3, 4, 5, 6, 7),
    invalid: 0,
  },
])('the timestamp of a message is $name', ({ sent, timestamp, invalid }) => {
  const { result, rows } = process([sent])
  expect(rows[0]?.timestamp).toBe(timestamp)
  expect(result.invalidTimestamps).toBe(invalid)
})

test.each(['2026-02-30 04:05:06.007', '2026-02-03T04:05:06.007Z', 17, 'now'])(
  'the timestamp %s is invalid: the current time is used',
  (timestamp) => {
    const { result, rows } = process([{ fields: { timestamp } }])
    expect(result.invalidTimestamps).toBe(1)
    expect(Math.abs(Number(rows[0]?.timestamp) - Date.now())).toBeLessThan(60_000)
  },
)

test('static fields replace neither the fields of a message nor its source or text', () => {
  const staticFields = { [testOrigin.inputId]: { env: 'prod', user: 'static', source: 'static' } }
  const { rows } = process([{ fields: { user: 'ada' } }], { staticFields })
  expect(rows).toMatchObject([{ source: 'web-1', fields: '{"user":"ada","env":"prod"}' }])
})

test('without the filter chain there are neither static fields nor streams', () => {
  const staticFields = { [testOrigin.inputId]: { env: 'prod' } }
  const rule = { id: 'r', field: '', type: 7, value: '', inverted: false }
  const stream = {
    id: 's',
    matchingType: 'AND',
    removeMatchesFromDefault: false,
    indexSetId: 'set-default',
    rules: [rule],
  } as const
  const { rows } = process([{}], { staticFields, streams: [stream], processors: [] })
  expect(rows).toMatchObject([{ streams: ['000000000000000000000001'], fields: '{}' }])
})

test('ids are the same after a replay, sort as messages arrived, and are unique', () => {
  const first = process([{}, {}, {}]).rows
  expect(process([{}, {}, {}]).rows.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  expect(new Set(first.map(({ id }) => id)).size).toBe(3)
  expect(first.map(({ ulid }) => ulid).toSorted()).toEqual(first.map(({ ulid }) => ulid))
  expect(first[0]?.ulid).toMatch(/^01KJM[0-9A-HJKMNP-TV-Z]{21}$/)
})

test('a message id that the sender has set is retained', () => {
  expect(process([{ fields: { gl2_message_id: '01HOWN' } }]).rows).toMatchObject([{ ulid: '01HOWN', fields: '{}' }])
})

const streamTo = (id: string, indexSetId: string, removes: boolean) => ({
  id,
  matchingType: 'AND' as const,
  removeMatchesFromDefault: removes,
  indexSetId,
  rules: [{ id: `${id}-rule`, field: 'level', type: 3, value: '3', inverted: false }],
})

test.each([
  {
    name: 'two index sets get a copy each',
    streams: [streamTo('a', 'set-a', false)],
    indexes: ['logyard_0', 'a_7'],
    inDefault: true,
  },
  {
    name: 'matches are removed from the default stream',
    streams: [streamTo('a', 'set-a', true)],
    indexes: ['a_7'],
    inDefault: false,
  },
  {
    name: 'one stream that removes is enough',
    streams: [streamTo('a', 'set-a', false), streamTo('b', 'set-default', true)],
    indexes: ['a_7', 'logyard_0'],
    inDefault: false,
  },
  {
    name: 'an index set without an index writes where the default does',
    streams: [streamTo('a', 'gone', true)],
    indexes: ['logyard_0'],
    inDefault: false,
  },
])('$name', ({ streams, indexes, inDefault }) => {
  const indexTargets = { 'set-default': 'logyard_0', 'set-a': 'a_7' }
  const { rows } = process([{ fields: { level: 5 } }], { streams, indexTargets })
  expect(rows.map(({ index }) => index)).toEqual(indexes)
  for (const row of rows) {
    expect(row.id).toBe(rows[0]?.id)
    expect(row.streams).toEqual([...(inDefault ? ['000000000000000000000001'] : []), ...streams.map(({ id }) => id)])
  }
})

test.each([
  { text: "GET /a_b?x=10.0.0.1 it's", words: '' },
  { text: 'costs 1,000', words: 'costs U312C303030 ' },
  { text: 'Größe 5', words: 'U6772C3B6C39F65 5 ' },
  { text: `${'a'.repeat(300)} b`, words: `${'a'.repeat(255)} ${'a'.repeat(45)} b ` },
  { text: '。', words: ' ' },
])('the words of "$text" are stored when the index would split it otherwise', ({ text, words }) => {
  const [row] = process([{ message: text, fields: { full_message: text } }]).rows
  expect(row).toMatchObject({ words, fullWords: words })
})

test('the values column has source, sender and all short values, with separators and type marks', () => {
  const fields = { a: 'x"y', b: [1, 'two', true], c: 'l'.repeat(256), d: 'a~b\x7fc', full_message: 'not here' }
  const [row] = process([{ fields }]).rows
  expect(row?.values).toBe('\x7f~4web-1\x7f10.0.0.9\x7fx"y\x7f~01\x7ftwo\x7f~0true\x7f~3\x7fa~1b~2c\x7f')
})

const stream = (id: string, ...ids: string[]) => ({
  id,
  matchingType: 'OR' as const,
  removeMatchesFromDefault: false,
  indexSetId: 'set-default',
  rules: ids.map((rule) => ({ id: rule, field: 'source', type: 2, value: 'web', inverted: false })),
})

test('the rules that run are timed on one message in 32', () => {
  const sent = Array.from({ length: 70 }, () => ({ source: 'web-1' }))
  const { result } = process(sent, { streams: [stream('web', 'first', 'never')] })
  expect([...result.ruleTimes]).toEqual([['web.StreamRule.first', { timings: 3, ms: expect.any(Number) }]])
  expect(result.ruleExceptions).toEqual(new Map())
})

test('a rule that throws is counted and its stream does not match; other streams do', () => {
  const guard: GuardRegex =
    ({ id }) =>
    (holds) => {
      if (id === 'torn') throw new RangeError('too much recursion')
      return holds()
    }
  const streams = [stream('torn', 'broken'), stream('whole', 'sound')]
  const { result, rows } = process([{}, {}], { streams }, { guard })
  expect(rows.map((row) => row.streams)).toEqual(Array(2).fill(['000000000000000000000001', 'whole']))
  expect(result.ruleExceptions).toEqual(new Map([['torn', 2]]))
})

test('a block says which filters matched, and the times of their messages', () => {
  const filter = (id: string, query: string, streams: readonly string[] = []) => ({
    ...{ id, query, streams },
    numberFields: [],
  })
  const sent = [
    { message: 'disk full', timestampMs: RECEIVED_AT_MS - 30_000 },
    { message: 'disk full again', timestampMs: RECEIVED_AT_MS + 2000 },
    { message: 'disk empty' },
  ]
  const filters = [
    filter('full', 'message:full'),
    filter('never', 'message:none'),
    filter('invalid', 'message:('),
    filter('default', 'disk AND empty', [DEFAULT_STREAM_ID]),
    filter('other', '', ['other']),
  ]
  const { result } = process(sent, { filters })
  expect(result.filterMatches).toEqual(
    new Map([
      ['full', { fromMs: RECEIVED_AT_MS - 30_000, toMs: RECEIVED_AT_MS + 2000 }],
      ['default', { fromMs: RECEIVED_AT_MS, toMs: RECEIVED_AT_MS }],
    ]),
  )
})
