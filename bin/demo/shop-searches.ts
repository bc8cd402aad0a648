/** Saved searches for the most common questions about the shop. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { BucketSpec, SearchType, SeriesSpec } from '../../contract/src/search/search-types.ts'
import type { SearchDraft } from '../../contract/src/search/searches.ts'
import type {
  Series,
  ViewState,
  Visualization,
  VisualizationConfig,
  Widget,
  WidgetPivot,
} from '../../contract/src/views/view-state.ts'
import type { ViewDraft } from '../../contract/src/views/views.ts'

const DAY_SECONDS = 86_400
const MESSAGES_PER_PAGE = 150

export interface ShopSearch {
  readonly title: string
  readonly summary: string
  readonly query: string
  /** Side by side, above the messages. */
  readonly charts: readonly ShopChart[]
  readonly columns: readonly string[]
}

interface ShopChart {
  readonly title: string
  /** Default: time. */
  readonly by: string | undefined
  readonly splitBy?: string
  readonly series: readonly ShopSeries[]
  readonly visualization: Visualization
  readonly options?: VisualizationConfig
}

type ShopSeries = readonly [name: string, spec: SeriesSpec]

const COUNT: ShopSeries = ['count()', { type: 'count', id: 'count()' }]
const AVERAGE: ShopSeries = ['avg(took_ms)', { type: 'avg', id: 'avg(took_ms)', field: 'took_ms' }]
const P95: ShopSeries = [
  'percentile(took_ms,95)',
  { type: 'percentile', id: 'percentile(took_ms,95)', field: 'took_ms', percentile: 95 },
]
const BARS = { barmode: 'stack' } as const
const WORLD = { viewport: { center_x: 20, center_y: 10, zoom: 2 } }

export const SHOP_SEARCHES: readonly ShopSearch[] = [
  {
    title: 'Shop: service errors',
    summary: 'Errors over time and by service',
    query: 'log_type:app AND level:<4',
    charts: [
      {
        title: 'Errors by kind',
        by: undefined,
        splitBy: 'exception',
        series: [COUNT],
        visualization: 'bar',
        options: BARS,
      },
      { title: 'Errors by service', by: 'service', series: [COUNT], visualization: 'table' },
    ],
    columns: ['timestamp', 'source', 'exception', 'trace_id'],
  },
  {
    title: 'Shop: page latency',
    summary: 'Latency of all requests by page',
    query: 'log_type:web',
    charts: [
      { title: 'Latency by page', by: 'http_route', series: [COUNT, AVERAGE, P95], visualization: 'table' },
      { title: 'p95 latency (ms)', by: undefined, series: [P95], visualization: 'line' },
    ],
    columns: ['timestamp', 'source', 'http_route', 'http_status', 'took_ms'],
  },
  {
    title: 'Shop: failed sign-ins',
    summary: 'Failed sign-ins by address and location',
    query: 'auth_result:failure',
    charts: [
      { title: 'Origin of failed sign-ins', by: 'client_geo', series: [COUNT], visualization: 'map', options: WORLD },
      { title: 'Top addresses', by: 'client_ip', series: [COUNT], visualization: 'table' },
    ],
    columns: ['timestamp', 'source', 'user', 'client_ip'],
  },
]

export interface ShopSearchDocuments {
  readonly search: SearchDraft
  readonly view: ViewDraft
}

/** The search and its view; `streams` are the ids of the streams to search. */
export function shopSearchDocuments(
  { title, summary, query, charts, columns }: ShopSearch,
  streams: readonly string[],
): ShopSearchDocuments {
  const parts = [...charts.map(chartPart), messagesPart(columns)]
  const queryId = randomUUID()
  const searchId = randomBytes(12).toString('hex')
  const width = Math.floor(12 / charts.length)
  const place = (at: number) =>
    at < charts.length
      ? { col: 1 + at * width, row: 1, height: 4, width }
      : ({ col: 1, row: 5, height: 6, width: 'Infinity' } as const)
  const state: ViewState = {
    selected_fields: null,
    static_message_list_id: null,
    titles: { widget: Object.fromEntries(parts.map(({ widget, title: name }) => [widget.id, name])) },
    widgets: parts.map(({ widget }) => widget),
    widget_mapping: Object.fromEntries(parts.map(({ widget, searchType }) => [widget.id, [searchType.id]])),
    positions: Object.fromEntries(parts.map(({ widget }, at) => [widget.id, place(at)])),
    formatting: { highlighting: [] },
    display_mode_settings: { positions: {} },
  }
  return {
    search: {
      id: searchId,
      parameters: [],
      queries: [
        {
          id: queryId,
          query: { type: 'elasticsearch', query_string: query },
          timerange: { type: 'relative', range: DAY_SECONDS },
          filter: { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) },
          search_types: parts.map(({ searchType }) => searchType),
        },
      ],
    },
    view: { type: 'SEARCH', title, summary, search_id: searchId, state: { [queryId]: state } },
  }
}

interface Part {
  readonly title: string
  readonly widget: Widget
  readonly searchType: SearchType
}

const widgetFacts = () => ({ id: randomUUID(), filter: null, timerange: null, query: null, streams: [] })
const LIMIT = 15

function chartPart({ title, by, splitBy, series, visualization, options }: ShopChart): Part {
  const groups = splitBy === undefined ? [] : [splitBy]
  const rowPivot: WidgetPivot =
    by === undefined
      ? { field: 'timestamp', type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }
      : { field: by, type: 'values', config: { limit: LIMIT } }
  const rowGroup: BucketSpec =
    by === undefined
      ? { type: 'time', field: 'timestamp', interval: { type: 'auto', scaling: 1 } }
      : { type: 'values', field: by, limit: LIMIT }
  const shown: Series[] = series.map(([name]) => ({ function: name, config: { name: null } }))
  return {
    title,
    widget: {
      ...widgetFacts(),
      type: 'aggregation',
      config: {
        row_pivots: [rowPivot],
        column_pivots: groups.map((field) => ({ field, type: 'values', config: { limit: LIMIT } })),
        series: shown,
        sort: [],
        visualization,
        visualization_config: options ?? null,
        formatting_settings: null,
        rollup: true,
        event_annotation: false,
      },
    },
    searchType: {
      id: randomUUID(),
      name: 'chart',
      type: 'pivot',
      row_groups: [rowGroup],
      column_groups: groups.map((field) => ({ type: 'values', field, limit: LIMIT })),
      series: series.map(([, spec]) => spec),
      sort: [],
      rollup: true,
    },
  }
}

function messagesPart(columns: readonly string[]): Part {
  return {
    title: 'Messages',
    widget: {
      ...widgetFacts(),
      type: 'messages',
      config: {
        fields: [...columns],
        show_message_row: true,
        decorators: [],
        sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
      },
    },
    searchType: {
      id: randomUUID(),
      type: 'messages',
      limit: MESSAGES_PER_PAGE,
      offset: 0,
      sort: [{ field: 'timestamp', order: 'DESC' }],
    },
  }
}
