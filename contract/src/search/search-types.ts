/** The search types of a query: message lists, event lists, aggregations. */
import { type Static, type TProperties, type TUnsafe, Type } from 'typebox'
import {
  decimal,
  int,
  MAX_DECORATORS,
  MAX_GROUPINGS,
  MAX_LIST,
  MAX_SERIES,
  MAX_SORTS,
  MAX_STREAMS,
} from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { nullable } from '../http/envelope.ts'
import { anyJson } from '../http/open-parts.ts'
import { Decorator } from './decorators.ts'
import { SearchTypeTimeRange } from './time-ranges.ts'

const closed = { additionalProperties: false } as const

export const BackendQuery = Type.Object(
  {
    type: Type.String({ description: '`elasticsearch`; a query of another type fails' }),
    query_string: Type.String({ description: 'Empty or * for everything' }),
  },
  { title: 'BackendQuery', ...closed },
)
export type BackendQuery = Static<typeof BackendQuery>

/** Ours: the type of a filter that is switched off. As one of an unknown type it is stored unchanged and has no effect. */
export const OFF_FILTER = 'logyard.off'

/** Other types are accepted and have no effect. */
export type SearchFilter =
  | { readonly type: 'and' | 'or'; readonly filters: readonly SearchFilter[] }
  | { readonly type: 'stream'; readonly id: string; readonly title?: string | null; readonly filters?: null }
  | { readonly type: 'query_string'; readonly query: string; readonly filters?: null }
  | { readonly type: typeof OFF_FILTER; readonly query: string }

/** The maximum number of levels of `and` and `or`; no client needs more than three. */
const MAX_FILTER_DEPTH = 5
const unusedFilters = Type.Optional(nullable(Type.Array(anyJson('Changes nothing'), { maxItems: MAX_LIST })))
const StreamFilter = Type.Object(
  {
    type: Type.Literal('stream'),
    id: Type.String(),
    title: Type.Optional(nullable(Type.String())),
    filters: unusedFilters,
  },
  closed,
)
const QueryStringFilter = Type.Object(
  { type: Type.Literal('query_string'), query: Type.String(), filters: unusedFilters },
  closed,
)

/** Built level by level, without a recursive reference: each request schema is compiled with all its parts inline. */
function filterOf(levels: number, title?: string): TUnsafe<SearchFilter> {
  const inner = levels === 0 ? anyJson('There can be none') : filterOf(levels - 1)
  const OfFilters = Type.Object(
    {
      type: Type.Enum(['and', 'or']),
      filters: Type.Array(inner, { maxItems: levels === 0 ? 0 : MAX_STREAMS }),
    },
    closed,
  )
  return byType<SearchFilter>(
    title,
    { and: OfFilters, or: OfFilters, stream: StreamFilter, query_string: QueryStringFilter },
    {
      isOpen: true,
      description: 'and, or (with `filters`), stream (with `id`), query_string (with `query`); others change nothing',
    },
  )
}
export const SearchFilter = filterOf(MAX_FILTER_DEPTH, 'SearchFilter')

const common = {
  id: Type.String({ minLength: 1 }),
  name: Type.Optional(nullable(Type.String())),
  filter: Type.Optional(nullable(SearchFilter)),
  timerange: Type.Optional(nullable(SearchTypeTimeRange)),
  query: Type.Optional(nullable(BackendQuery)),
  streams: Type.Optional(
    nullable(Type.Array(Type.String(), { maxItems: MAX_STREAMS, description: 'Those of the query when it is empty' })),
  ),
}
const searchType = <Type extends string, Own extends TProperties>(type: Type, title: string, own: Own) =>
  Type.Object({ type: Type.Literal(type), ...common, ...own }, { title, ...closed })

export const MessageSort = Type.Object(
  { field: Type.String(), order: Type.Union([Type.Literal('ASC'), Type.Literal('DESC')]) },
  { title: 'MessageSort', ...closed },
)
export type MessageSort = Static<typeof MessageSort>

export const MessageList = searchType('messages', 'MessageList', {
  limit: Type.Optional(int({ description: '150 by default; 0 for the total alone' })),
  offset: Type.Optional(int()),
  sort: Type.Optional(
    nullable(Type.Array(MessageSort, { maxItems: MAX_SORTS, description: 'Newest first when it is missing' })),
  ),
  decorators: Type.Optional(nullable(Type.Array(Decorator, { maxItems: MAX_DECORATORS }))),
})
export type MessageList = Static<typeof MessageList>

export const EventList = searchType('events', 'EventList', {})
export type EventList = Static<typeof EventList>

export const AutoInterval = Type.Object(
  { type: Type.Literal('auto'), scaling: Type.Optional(nullable(decimal({ exclusiveMinimum: 0 }))) },
  { title: 'AutoInterval', ...closed },
)
export const TimeUnitInterval = Type.Object(
  { type: Type.Literal('timeunit'), timeunit: Type.String({ pattern: '^0*[1-9]\\d*[smhdwM]$' }) },
  { title: 'TimeUnitInterval', ...closed },
)
export type Interval = Static<typeof AutoInterval> | Static<typeof TimeUnitInterval>
export const Interval = byType<Interval>('Interval', { auto: AutoInterval, timeunit: TimeUnitInterval })

export const ValuesGrouping = Type.Object(
  {
    type: Type.Literal('values'),
    field: Type.String(),
    limit: Type.Optional(int({ description: '5 by default' })),
  },
  { title: 'ValuesGrouping', ...closed },
)
export const TimeGrouping = Type.Object(
  { type: Type.Literal('time'), field: Type.String(), interval: Interval },
  { title: 'TimeGrouping', ...closed },
)
export type BucketSpec = Static<typeof ValuesGrouping> | Static<typeof TimeGrouping>
export const BucketSpec = byType<BucketSpec>(
  'BucketSpec',
  { values: ValuesGrouping, time: TimeGrouping },
  { isOpen: true, description: 'A type that is not among these fails the search type' },
)

/** The functions of series. */
export const SERIES_FUNCTIONS = [
  'avg',
  'card',
  'count',
  'max',
  'min',
  'percentile',
  'stddev',
  'sum',
  'sumofsquares',
  'variance',
] as const
type SeriesFunctionName = (typeof SERIES_FUNCTIONS)[number]
/** Functions whose only parameter is a field. */
const FIELD_FUNCTIONS = SERIES_FUNCTIONS.filter(
  (name): name is Exclude<SeriesFunctionName, 'count' | 'percentile'> => name !== 'count' && name !== 'percentile',
)

const seriesId = Type.Optional(nullable(Type.String({ description: '`avg(took_ms)` when it is missing' })))
const CountSeries = Type.Object(
  { type: Type.Literal('count'), id: seriesId, field: Type.Optional(nullable(Type.String())) },
  { title: 'CountSeries', ...closed },
)
const FieldSeries = Type.Object(
  {
    type: Type.Enum(FIELD_FUNCTIONS),
    id: seriesId,
    field: Type.String(),
  },
  { title: 'FieldSeries', ...closed },
)
const PercentileSeries = Type.Object(
  {
    type: Type.Literal('percentile'),
    id: seriesId,
    field: Type.String(),
    percentile: Type.Union([decimal(), Type.String({ pattern: '^\\d+(\\.\\d+)?$' })]),
  },
  { title: 'PercentileSeries', ...closed },
)
export type SeriesSpec = Static<typeof CountSeries> | Static<typeof FieldSeries> | Static<typeof PercentileSeries>
export const SeriesSpec = byType<SeriesSpec>(
  'SeriesSpec',
  {
    count: CountSeries,
    percentile: PercentileSeries,
    ...Object.fromEntries(FIELD_FUNCTIONS.map((name) => [name, FieldSeries])),
  },
  { isOpen: true, description: 'A type that is not among these fails the search type' },
)

export const SortSpec = Type.Object(
  {
    type: Type.Union([Type.Literal('pivot'), Type.Literal('series')]),
    field: Type.String(),
    direction: Type.Union([Type.Literal('Ascending'), Type.Literal('Descending')]),
  },
  { title: 'SortSpec', ...closed },
)
export type SortSpec = Static<typeof SortSpec>

export const Pivot = searchType('pivot', 'PivotSearchType', {
  row_groups: Type.Optional(nullable(Type.Array(BucketSpec, { maxItems: MAX_GROUPINGS }))),
  column_groups: Type.Optional(nullable(Type.Array(BucketSpec, { maxItems: MAX_GROUPINGS }))),
  series: Type.Array(SeriesSpec, { maxItems: MAX_SERIES }),
  sort: Type.Optional(nullable(Type.Array(SortSpec, { maxItems: MAX_SORTS }))),
  rollup: Type.Boolean(),
})
export type Pivot = Static<typeof Pivot>

/** Other search types are stored, and fail when they are executed. */
export type SearchType = MessageList | EventList | Pivot
export const SearchType = byType<SearchType>(
  'SearchType',
  { messages: MessageList, events: EventList, pivot: Pivot },
  { isOpen: true, description: 'Another type is stored as it is, and fails when it is executed' },
)
