/** The searches of the benchmark: each as the console requests it, and as hand-written SQL. */

import type { ClickHouseClient } from '@clickhouse/client'
import type { OperationSpec } from '@logyard/contract/http/operation'
import { getMessageContext } from '@logyard/contract/search/message-context'
import { getMessage } from '@logyard/contract/search/messages'
import { runSearch } from '@logyard/contract/search/search-jobs'
import type { Pivot, SearchType } from '@logyard/contract/search/search-types'
import type { SearchDraft } from '@logyard/contract/search/searches'
import { hasId } from '@logyard/languages/query-sql/message-id'
import type { SearchData } from './search-data.ts'

export interface SearchQuestion {
  readonly name: string
  readonly operation: OperationSpec
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The same by hand; the statements run in parallel. */
  readonly sql: readonly string[]
}

/** Values that occur in few messages, or in one. */
export interface Needles {
  readonly word: string
  readonly traceId: string
  readonly id: string
  readonly index: string
  readonly atMs: number
}

/** Orders spread over the data, different in each round, because the engine caches which parts contain no match. */
export async function findNeedles(store: ClickHouseClient, { fromMs, toMs }: SearchData): Promise<readonly Needles[]> {
  const answer = await store.query({
    query: `SELECT extract(message, 'S-([0-9]+)'), text_trace_id, toString(id), toString(index), toUnixTimestamp64Milli(timestamp)
      FROM messages WHERE timestamp BETWEEN ${instant(fromMs)} AND ${instant(toMs)} AND hasAll(${WORDS}, ['order', 'placed', 'by'])
      ORDER BY cityHash64(id) LIMIT ${NEEDLES}`,
    format: 'JSONCompactEachRow',
  })
  const rows = await answer.json<readonly unknown[]>()
  return rows.map(([word, traceId, id, index, atMs]) => ({
    word: String(word),
    traceId: String(traceId),
    id: String(id),
    index: String(index),
    atMs: Number(atMs),
  }))
}

const NEEDLES = 100
/** The expression of the text index. */
const WORDS = "tokens(if(empty(words), lower(message), words), 'unicodeWord')"
const FIRST_NAMES = ['anna', 'ben', 'clara', 'deniz', 'elif', 'felix', 'greta', 'hugo', 'ines', 'jonas'] as const
const QUERY_ID = '7d4c1e0e-5a44-4c1d-9d0b-0c9b5a0f0001'
const TYPE_ID = '7d4c1e0e-5a44-4c1d-9d0b-0c9b5a0f0002'
const LATER_MS = 3_600_000
const PAGE = 150
const COLUMNS =
  'toString(id), toString(`index`), toUnixTimestamp64Milli(timestamp), source, message, full_message, streams, gl2_source_input, gl2_source_node, gl2_remote_ip, gl2_remote_port, gl2_message_id, gl2_accounted_message_size, fields'

const instant = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`

/** The same questions in each round, with different values. */
export function searchQuestions(data: SearchData, needles: Needles, round: number): readonly SearchQuestion[] {
  const range = rangeOf(data)
  return [
    ...messageQuestions(range, data, needles, round),
    ...pivotQuestions(range),
    ...singleMessageQuestions(needles),
  ]
}

interface Range {
  readonly timerange: { readonly type: 'absolute'; readonly from: string; readonly to: string }
  readonly sql: string
}

function rangeOf({ fromMs, toMs }: SearchData): Range {
  // Includes messages that arrive during the benchmark.
  const endMs = toMs + LATER_MS
  return {
    timerange: { type: 'absolute', from: new Date(fromMs).toISOString(), to: new Date(endMs).toISOString() },
    sql: `timestamp >= ${instant(fromMs)} AND timestamp <= ${instant(endMs)}`,
  }
}

const searchDraft = (
  { timerange }: Range,
  query: string,
  searchType: SearchType,
  streams: readonly string[] = [],
): SearchDraft => ({
  id: 'a'.repeat(24),
  parameters: [],
  queries: [
    {
      id: QUERY_ID,
      query: { type: 'elasticsearch', query_string: query },
      timerange,
      ...(streams.length === 0
        ? {}
        : { filter: { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) } as const }),
      search_types: [searchType],
    },
  ],
})

function messageQuestions(range: Range, data: SearchData, needles: Needles, round: number): readonly SearchQuestion[] {
  const messages = (
    name: string,
    query: string,
    condition: string,
    streams: readonly string[] = [],
  ): SearchQuestion => ({
    name,
    operation: runSearch,
    body: searchDraft(
      range,
      query,
      { id: TYPE_ID, type: 'messages', limit: PAGE, offset: 0, sort: [{ field: 'timestamp', order: 'DESC' }] },
      streams,
    ),
    sql: [
      `SELECT ${COLUMNS} FROM messages WHERE ${range.sql} AND ${condition} ORDER BY timestamp DESC LIMIT ${PAGE}`,
      `SELECT count() FROM messages WHERE ${range.sql} AND ${condition}`,
    ],
  })
  const streams = ['Web', 'Applications', 'Database'].map((title) => data.streams[title] ?? '')
  const streamList = streams.map((id) => `'${id}'`).join(', ')
  const name = FIRST_NAMES[round % FIRST_NAMES.length]
  const digit = round % 10
  const { word, traceId } = needles
  return [
    messages('newest page', '', '1'),
    messages('needle token', `message:${word}`, `has(${WORDS}, '${word}')`),
    messages('rare field value', `trace_id:${traceId}`, `text_trace_id = '${traceId}'`),
    messages('unfielded term', traceId, `values LIKE '%\x7f${traceId}\x7f%'`),
    messages(
      'phrase',
      `message:"cart of ${name}.rossi"`,
      `hasAll(${WORDS}, ['cart', 'of', '${name}.rossi']) AND match(message, '[cC]art of ${name}[.]rossi\\\\b')`,
    ),
    messages('wildcard', `user:${name}.r*`, `text_user LIKE '${name}.r%'`),
    messages(
      'regex',
      `http_path:/\\/products\\/1[0-9]+${digit}/`,
      `match(text_http_path, '^/products/1[0-9]+${digit}$')`,
    ),
    messages(
      'range',
      `took_ms:[${3000 + round} TO ${3500 + round}]`,
      `integer_took_ms BETWEEN ${3000 + round} AND ${3500 + round}`,
    ),
    messages('three-stream filter', '', `hasAny(streams, [${streamList}])`, streams),
  ]
}

function pivotQuestions(range: Range): readonly SearchQuestion[] {
  const pivot = (name: string, about: Omit<Pivot, 'id' | 'type' | 'rollup'>, sql: string): SearchQuestion => ({
    name,
    operation: runSearch,
    body: searchDraft(range, '', { id: TYPE_ID, type: 'pivot', sort: [], rollup: true, ...about }),
    sql: [sql.replace('WHERE', `WHERE ${range.sql}`)],
  })
  const count = { type: 'count', id: 'count()' } as const
  const values = (field: string, limit: number) => ({ type: 'values', field, limit }) as const
  // The number of buckets of the console's histogram of a week.
  const bucketMs = 4 * 3_600_000
  return [
    pivot(
      'histogram over all',
      {
        row_groups: [{ type: 'time', field: 'timestamp', interval: { type: 'timeunit', timeunit: '4h' } }],
        series: [count],
      },
      `SELECT intDiv(toUnixTimestamp64Milli(timestamp), ${bucketMs}) AS bucket, count() FROM messages WHERE GROUP BY bucket WITH TOTALS ORDER BY bucket`,
    ),
    pivot(
      'top 10',
      { row_groups: [values('client_ip', 10)], series: [count] },
      `SELECT text_client_ip AS key, count() AS n FROM messages WHERE GROUP BY key WITH TOTALS ORDER BY n DESC LIMIT 11`,
    ),
    pivot(
      'average and p95 by path',
      {
        row_groups: [values('http_route', 15)],
        series: [
          { type: 'avg', id: 'avg(took_ms)', field: 'took_ms' },
          { type: 'percentile', id: 'percentile(took_ms,95)', field: 'took_ms', percentile: 95 },
        ],
      },
      `SELECT text_http_route AS key, count() AS n, avg(integer_took_ms), quantileTDigest(0.95)(integer_took_ms)
       FROM messages WHERE GROUP BY key WITH TOTALS ORDER BY n DESC LIMIT 16`,
    ),
    pivot(
      '2-level pivot with columns',
      {
        row_groups: [values('client_country', 10), values('http_route', 5)],
        column_groups: [values('http_status', 5)],
        series: [count],
      },
      `SELECT text_client_country AS k0, text_http_route AS k1, integer_http_status AS k2, count()
       FROM messages WHERE GROUP BY ROLLUP(k0, k1, k2)`,
    ),
    pivot(
      'cardinality',
      { row_groups: [], series: [{ type: 'card', id: 'card(user)', field: 'user' }] },
      `SELECT count(), uniqCombined64(text_user) FROM messages WHERE`,
    ),
  ]
}

const singleMessageQuestions = ({ id, index, atMs }: Needles): readonly SearchQuestion[] => [
  {
    name: 'surrounding messages',
    operation: getMessageContext,
    body: { index, id, timestamp: new Date(atMs).toISOString(), before: 20, after: 20 },
    sql: [
      `SELECT ${COLUMNS} FROM messages WHERE timestamp <= ${instant(atMs)} ORDER BY timestamp DESC LIMIT 21`,
      `SELECT ${COLUMNS} FROM messages WHERE timestamp >= ${instant(atMs)} ORDER BY timestamp LIMIT 21`,
    ],
  },
  {
    name: 'message by id',
    operation: getMessage,
    params: { index, messageId: id },
    sql: [`SELECT ${COLUMNS} FROM messages WHERE \`index\` = '${index}' AND ${hasId(id).text} LIMIT 1`],
  },
]
