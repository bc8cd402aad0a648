/**
 * Searches for scripts: each request answers with one table, of messages or of an aggregation. Graylog has them since
 * version 5; its later versions add `timeunit`.
 */
import { type Static, Type } from 'typebox'
import { int, MAX_GROUPINGS, MAX_LIST, MAX_SERIES, MAX_STREAMS } from '../http/bounds.ts'
import { nullable, refusedBody } from '../http/envelope.ts'
import { inArea, RUNS_SEARCH, signedIn } from '../http/operation.ts'
import { refusedSearch } from './searches.ts'
import { EffectiveRange, TimeRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const
/** Characters of names, and of parameters in a URL. */
const MAX_NAME = 1000
const MAX_PARAMETER = 10_000

/** Columns of a table of messages. */
export const MAX_FIELDS = 100

const name = Type.String({ minLength: 1, maxLength: MAX_NAME })
const order = nullable(Type.String({ maxLength: 20, description: 'asc or desc' }))

const what = {
  query: Type.Optional(nullable(Type.String({ description: 'All messages when it is missing' }))),
  streams: Type.Optional(
    nullable(Type.Array(Type.String(), { maxItems: MAX_STREAMS, description: 'All readable ones when it is empty' })),
  ),
  timerange: Type.Optional(nullable(TimeRange)),
}

export const MessagesRequest = Type.Object(
  {
    ...what,
    fields: Type.Optional(
      nullable(Type.Array(name, { maxItems: MAX_FIELDS, description: 'timestamp, source and message by default' })),
    ),
    from: Type.Optional(nullable(int({ minimum: 0, description: 'Messages to skip' }))),
    size: Type.Optional(nullable(int({ minimum: 1, description: '10 by default' }))),
    sort: Type.Optional(nullable(Type.String({ maxLength: MAX_NAME, description: 'A field; timestamp by default' }))),
    sort_order: Type.Optional(order),
  },
  { title: 'MessagesRequest', ...closed },
)
export type MessagesRequest = Static<typeof MessagesRequest>

const time = nullable(Type.String({ maxLength: 20, description: 'Groups by time: 1h, 5m, 1d, or hour, day, ...' }))

export const ScriptGrouping = Type.Object(
  {
    field: name,
    limit: Type.Optional(nullable(int({ minimum: 1, description: '10 by default' }))),
    timeunit: Type.Optional(time),
    granularity: Type.Optional(time),
  },
  { title: 'ScriptGrouping', ...closed },
)
export type ScriptGrouping = Static<typeof ScriptGrouping>

export const ScriptMetric = Type.Object(
  {
    function: Type.String({ maxLength: MAX_NAME, description: 'As of a series, in any case' }),
    field: Type.Optional(nullable(Type.String({ maxLength: MAX_NAME }))),
    id: Type.Optional(nullable(Type.String({ maxLength: MAX_NAME, description: 'Ignored' }))),
    sort: Type.Optional(order),
    configuration: Type.Optional(
      nullable(Type.Object({ percentile: Type.Optional(nullable(int({ minimum: 0, maximum: 100 }))) }, closed)),
    ),
  },
  { title: 'ScriptMetric', ...closed },
)
export type ScriptMetric = Static<typeof ScriptMetric>

export const AggregationRequest = Type.Object(
  {
    ...what,
    group_by: Type.Optional(nullable(Type.Array(ScriptGrouping, { maxItems: MAX_GROUPINGS }))),
    metrics: Type.Optional(
      nullable(Type.Array(ScriptMetric, { maxItems: MAX_SERIES, description: 'The count by default' })),
    ),
  },
  { title: 'AggregationRequest', ...closed },
)
export type AggregationRequest = Static<typeof AggregationRequest>

export const TableColumn = Type.Object(
  {
    column_type: Type.Enum(['field', 'grouping', 'metric']),
    type: Type.Enum(['string', 'numeric', 'date', 'unknown']),
    field: Type.Optional(Type.String()),
    function: Type.Optional(Type.String({ description: 'Of a metric' })),
    name: Type.String({ description: '`field: source`, `grouping: source`, `metric: avg(took_ms)`' }),
  },
  { title: 'TableColumn' },
)
export type TableColumn = Static<typeof TableColumn>

export const SearchTable = Type.Object(
  {
    schema: Type.Array(TableColumn),
    metadata: Type.Object({ effective_timerange: EffectiveRange }),
    datarows: Type.Array(Type.Array(Type.Unknown()), { description: 'A value for each column; null if there is none' }),
  },
  { title: 'SearchTable' },
)
export type SearchTable = Static<typeof SearchTable>

const parameter = (description: string) =>
  Type.Optional(
    Type.Union(
      [
        Type.String({ maxLength: MAX_PARAMETER }),
        Type.Array(Type.String({ maxLength: MAX_PARAMETER }), { maxItems: MAX_LIST }),
      ],
      { description },
    ),
  )
const whatByUrl = {
  query: Type.Optional(Type.String()),
  streams: parameter('Ids, comma-separated or repeated'),
  timerange: Type.Optional(
    Type.String({ maxLength: MAX_NAME, description: 'A keyword such as `last 2 hours`, or 30s, 15m, 2h, 7d' }),
  ),
}

const { get, post } = inArea('search')
const facts = {
  access: signedIn,
  produces: ['application/json', 'text/csv'],
  answers: { 200: SearchTable, 400: refusedBody, 403: refusedSearch },
} as const

export const tabulateMessages = post('/search/messages', {
  id: 'search_scripting.messages',
  summary: 'A table of messages, of the last 5 minutes by default',
  audit: RUNS_SEARCH,
  body: MessagesRequest,
  ...facts,
})

export const tabulateMessagesByUrl = get('/search/messages', {
  id: 'search_scripting.messages_get',
  summary: 'A table of messages, of the last 5 minutes by default',
  headRefused: true,
  query: Type.Object({
    ...whatByUrl,
    fields: parameter('Comma-separated or repeated'),
    from: Type.Optional(int({ minimum: 0 })),
    size: Type.Optional(int({ minimum: 1 })),
    sort: Type.Optional(Type.String({ maxLength: MAX_NAME })),
    sort_order: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  ...facts,
})

export const tabulateAggregation = post('/search/aggregate', {
  id: 'search_scripting.aggregate',
  summary: 'A table of figures, of the last 5 minutes by default',
  audit: RUNS_SEARCH,
  body: AggregationRequest,
  ...facts,
})

export const tabulateAggregationByUrl = get('/search/aggregate', {
  id: 'search_scripting.aggregate_get',
  summary: 'A table of figures, of the last 5 minutes by default',
  headRefused: true,
  query: Type.Object({
    ...whatByUrl,
    groups: parameter('Fields, each also with a limit: `source:5`'),
    metrics: parameter('`count`, `avg:took_ms`, `percentile:took_ms:95`'),
  }),
  ...facts,
})
