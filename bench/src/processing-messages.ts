/** The same realistic GELF messages in every run. */
import type { RawMessage } from '@logyard/codecs/codec'
import { createBlockBuilder } from '@logyard/server/ingest/journal/journal-block'
import type { MessageFilter } from '@logyard/server/processing/filters/message-filter'
import type { ProcessingSettings } from '@logyard/server/processing/settings/processing-settings'
import type { StoredFieldColumn } from '@logyard/server/store/messages/field-column-table'

export const BENCH_NODE_ID = '5ca1ab1e-0000-4000-8000-000000000001'
export const origin = { inputId: '65f000000000000000000001', nodeId: BENCH_NODE_ID, codec: 'gelf', configuration: {} }
const BLOCK_BYTES = 256 * 1024
export const RECEIVED_AT_MS = 1_772_000_000_000
const MESSAGES_PER_MS = 50

/** A small linear congruential generator. */
export function createRandom(): (below: number) => number {
  let seed = 17
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
}

export function gelfMessages(count: number): RawMessage[] {
  const next = createRandom()
  const hex = () =>
    next(2 ** 31)
      .toString(16)
      .padStart(8, '0')
  const texts = [
    () => `GET /api/orders/${next(1e6)}/items took ${next(5000)} ms for session ${hex()}`,
    () => `user ${next(5000)} logged in from 10.${next(256)}.${next(256)}.${next(256)} with method password`,
    () =>
      `payment ${hex()}-${next(65_536)} refused: insufficient funds on account ${next(1e8)}, retry in ${next(60)} s`,
    () =>
      `cache miss for key user:${next(1e5)}:profile in region eu-${next(4)}; loading took ${next(300)} ms and returned ${next(20_000)} bytes`,
  ]
  return Array.from({ length: count }, (_, number) => {
    const host = `web-${next(40)}.example.com`
    const receivedAtMs = RECEIVED_AT_MS + Math.floor(number / MESSAGES_PER_MS)
    const document = {
      version: '1.1',
      host,
      short_message: texts[next(texts.length)]?.(),
      timestamp: receivedAtMs / 1000,
      level: next(8),
      _facility: 'app',
      _http_status: 200 + next(300),
      _took_ms: next(5000),
      _user: `user-${next(5000)}`,
      _region: `r${next(8)}`,
      _request_id: hex() + hex(),
    }
    const payload = Buffer.from(JSON.stringify(document))
    return { payload, receivedAtMs, remoteAddress: `10.0.0.${next(40)}`, remotePort: 40_000 }
  })
}

const column = (field: string, type: StoredFieldColumn['type'], isRepetitive = false): StoredFieldColumn => ({
  field,
  type,
  isRepetitive,
  numberInValues: undefined,
})

/** The columns that the fields of these messages get. */
export const BENCH_COLUMNS: readonly StoredFieldColumn[] = [
  column('level', 'Int64'),
  column('facility', 'String', true),
  column('http_status', 'Int64'),
  column('took_ms', 'Int64'),
  column('user', 'String'),
  column('region', 'String', true),
  column('request_id', 'String'),
]

/** Three streams with two rules each. */
export const benchSettings: ProcessingSettings = {
  routing: [
    streamOf('errors', 'AND', ['level', 4, '4'], ['message', 6, 'refused']),
    streamOf('slow', 'AND', ['took_ms', 3, '4000'], ['http_status', 3, '399']),
    streamOf('shop', 'OR', ['message', 2, '/api/orders/\\d+'], ['region', 1, 'r7']),
  ],
  extractors: new Map(),
  grokPatterns: new Map(),
  staticFields: {},
  targets: {
    defaultIndexSetId: 'default',
    indexSetByStream: {},
    indexTargets: { default: 'logyard_0' },
    analyzers: {},
  },
  outputs: { groups: [], forwarder: 'bench' },
  processors: ['org.graylog2.messageprocessors.MessageFilterChainProcessor'],
  pipelines: { rules: [], pipelines: [], connections: new Map(), hasRuleMetrics: false },
  ruleStreams: [],
  inputTitles: new Map(),
  fieldColumns: BENCH_COLUMNS,
  filters: [],
  threatIntel: { tor: false, spamhaus: false, abuseCh: false },
  geoIp: { database: undefined },
}

export function streamOf(
  id: string,
  matchingType: 'AND' | 'OR',
  ...rules: readonly (readonly [string, number, string])[]
) {
  return {
    id,
    matchingType,
    removeMatchesFromDefault: false,
    rules: rules.map(([field, type, value], number) => ({
      id: `${id}-${number}`,
      field,
      type,
      value,
      inverted: false,
    })),
  }
}

const filtersOf = (streams: readonly string[], ...queries: readonly string[]): readonly MessageFilter[] =>
  queries.map((query, number) => ({ id: `filter-${number}`, query, numberFields: NUMBER_FIELDS, streams }))

const NUMBER_FIELDS = ['level', 'http_status', 'took_ms']
const FIELD_QUERIES = [
  'level:<=0 AND http_status:>=498',
  'user:"user-4711"',
  'took_ms:>4990',
  'source:web\\-9.example.com AND level:3',
  'region:r3 AND http_status:499',
  'request_id:00000000*',
  'NOT _exists_:facility',
  'http_status:[490 TO 499] AND region:(r1 OR r2) AND level:7',
  'facility:auth OR facility:kernel',
  'user:root AND took_ms:>100',
]
const WORD_QUERIES = [
  'refused AND region:r5 AND level:1',
  'message:"insufficient funds" AND http_status:499',
  'message:panic',
  'message:"out of memory"',
  'message:segfault*',
]

/** Conditions of the everyday kind, few of which are met. */
export const BENCH_FILTERS: Readonly<Record<string, readonly MessageFilter[]>> = {
  '10 filters of fields': filtersOf([], ...FIELD_QUERIES),
  '5 filters of fields, 5 of words': filtersOf([], ...FIELD_QUERIES.slice(0, 5), ...WORD_QUERIES),
  '10 filters in a stream that few are in': filtersOf(['slow'], ...FIELD_QUERIES),
}

/** The messages as blocks of the journal. */
export function blocksOf(messages: readonly RawMessage[], codec = origin.codec) {
  const blocks: { readonly firstOffset: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = []
  let builder = createBlockBuilder(BLOCK_BYTES)
  const sender = { ...origin, codec }
  const seal = (offset: number) => {
    blocks.push({ firstOffset: offset - builder.count(), bytes: builder.finish() })
    builder = createBlockBuilder(BLOCK_BYTES)
  }
  for (const [offset, raw] of messages.entries()) {
    builder.add(sender, raw)
    if (builder.sizeBytes() >= BLOCK_BYTES) seal(offset + 1)
  }
  seal(messages.length)
  return blocks
}
