/** A short notation for widgets, and the searches that fill them. */
import type { BucketSpec, SearchType, SeriesSpec } from '@logyard/contract/search/search-types'
import type {
  AggregationConfig,
  AggregationWidget,
  MessagesWidget,
  Series,
  Visualization,
  VisualizationConfig,
  WidgetPivot,
} from '@logyard/contract/views/view-state'
import { stableUuid } from '../../stable-uuid.ts'

const DAY_SECONDS = 86_400
const MESSAGES_PER_PAGE = 150
const LIMIT = 15
export const lastDay = { type: 'relative', range: DAY_SECONDS } as const

export interface WidgetPlan {
  readonly title: string
  readonly query: string
  readonly kind: Pick<AggregationWidget, 'type' | 'config'> | Pick<MessagesWidget, 'type' | 'config'>
}

export const OVER_TIME: WidgetPivot = {
  field: 'timestamp',
  type: 'time',
  config: { interval: { type: 'auto', scaling: 1 } },
}
export const by = (field: string, limit = LIMIT): WidgetPivot => ({ field, type: 'values', config: { limit } })

interface ChartPlan {
  readonly title: string
  readonly query?: string
  readonly rows: readonly WidgetPivot[]
  readonly columns?: readonly WidgetPivot[]
  /** Functions such as `avg(took_ms)`, `count()` by default; optionally with a name. */
  readonly series?: readonly (string | readonly [text: string, name: string])[]
}

const MESSAGES = ['count()', 'messages'] as const
const GOOD = '#2f9e6e'
const ODD = '#d99a08'
const BAD = '#d64550'
const MUTED = '#8795a5'

/** Values with the same colour on every dashboard, by field; each contrasts with the backgrounds of both themes. */
const COLORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event_outcome: { success: GOOD, failure: BAD, allowed: GOOD, denied: BAD },
  http_status_class: { '2xx': GOOD, '3xx': MUTED, '4xx': ODD, '5xx': BAD },
}

function colorsBy(columns: readonly WidgetPivot[]): AggregationConfig['formatting_settings'] {
  const [column, ...others] = columns
  const colors = others.length === 0 ? COLORS[column?.field ?? ''] : undefined
  if (colors === undefined) return null
  return { chart_colors: Object.entries(colors).map(([field_name, chart_color]) => ({ field_name, chart_color })) }
}

const OPTIONS: Readonly<Partial<Record<Visualization, VisualizationConfig>>> = {
  bar: { barmode: 'stack' },
  line: { interpolation: 'linear' },
  area: { interpolation: 'linear' },
}

/** Rows that are not over time begin with the most. */
export function chart(visualization: Visualization, plan: ChartPlan): WidgetPlan {
  const { title, query = '', rows, columns = [], series = [MESSAGES] } = plan
  const [first] = series
  const isRanked = rows.some(({ type }) => type === 'values') && first !== undefined
  const config: AggregationConfig = {
    row_pivots: [...rows],
    column_pivots: [...columns],
    series: series.map(seriesOf),
    sort: isRanked ? [{ type: 'series', field: seriesOf(first).function, direction: 'Descending' }] : [],
    visualization,
    visualization_config: OPTIONS[visualization] ?? null,
    formatting_settings: colorsBy(columns),
    rollup: true,
    event_annotation: false,
  }
  return { title, query, kind: { type: 'aggregation', config } }
}

const seriesOf = (one: string | readonly [text: string, name: string]): Series =>
  typeof one === 'string' ? { function: one, config: { name: null } } : { function: one[0], config: { name: one[1] } }

interface NumberPlan {
  readonly title: string
  readonly query?: string
  readonly series?: string
  readonly better?: 'LOWER' | 'NEUTRAL' | 'HIGHER'
}

/** A single number, compared with the day before. */
export function number({ title, query = '', series = 'count()', better = 'NEUTRAL' }: NumberPlan): WidgetPlan {
  const { kind } = chart('numeric', { title, rows: [], series: [series] })
  if (kind.type !== 'aggregation') return { title, query, kind }
  const config = { ...kind.config, visualization_config: { trend: true, trend_preference: better } }
  return { title, query, kind: { type: 'aggregation', config } }
}

interface MessagesPlan {
  readonly title: string
  readonly query?: string
  readonly fields: readonly string[]
}

/** The newest messages: these fields of each, and its text. */
export const messages = ({ title, query = '', fields }: MessagesPlan): WidgetPlan => ({
  title,
  query,
  kind: {
    type: 'messages',
    config: {
      fields: ['timestamp', 'source', ...fields],
      show_message_row: true,
      decorators: [],
      sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
    },
  },
})

export interface WidgetPlace {
  /** Unique: ids are made of it. */
  readonly path: string
  readonly streams: readonly string[]
  /** Those of the widget itself; on a search, those of the whole search. */
  readonly isOnDashboard: boolean
}

export interface FilledWidget {
  readonly widget: AggregationWidget | MessagesWidget
  readonly searchTypes: readonly SearchType[]
}

export function fillWidget({ title, query, kind }: WidgetPlan, place: WidgetPlace): FilledWidget {
  const path = `${place.path}/${title}`
  const own = place.isOnDashboard
    ? { timerange: lastDay, query: { type: 'elasticsearch', query_string: query }, streams: [...place.streams] }
    : { timerange: null, query: null, streams: [] }
  const common = { id: stableUuid(path), filter: null, ...own }
  const searched = { id: stableUuid(`${path}/searched`), filter: null, ...own }
  if (kind.type === 'messages') {
    const sort = [{ field: 'timestamp', order: 'DESC' as const }]
    const list: SearchType = {
      ...searched,
      type: 'messages',
      limit: MESSAGES_PER_PAGE,
      offset: 0,
      sort,
      decorators: [],
    }
    return { widget: { ...common, ...kind }, searchTypes: [list] }
  }
  const { config } = kind
  const pivot: SearchType = {
    ...searched,
    name: 'chart',
    type: 'pivot',
    row_groups: config.row_pivots.map(bucketOf),
    column_groups: config.column_pivots.map(bucketOf),
    series: config.series.map(specOf),
    sort: config.sort,
    rollup: true,
  }
  const before = { type: 'offset', source: 'search_type', id: pivot.id } as const
  const trend: SearchType = { ...pivot, id: stableUuid(`${path}/trend`), name: 'trend', timerange: before }
  return { widget: { ...common, ...kind }, searchTypes: config.visualization === 'numeric' ? [pivot, trend] : [pivot] }
}

const bucketOf = (pivot: WidgetPivot): BucketSpec =>
  pivot.type === 'values'
    ? { type: 'values', field: pivot.field, limit: pivot.config.limit }
    : { type: 'time', field: pivot.field, interval: { type: 'auto', scaling: 1 } }

const SERIES = /^(avg|card|count|max|min|sum|percentile)\(([^,)]*)(?:,(\d+))?\)$/

function specOf({ function: id }: Series): SeriesSpec {
  const [, name, field = '', percentile] = SERIES.exec(id) ?? []
  switch (name) {
    case 'count':
      return { type: 'count', id, field: field === '' ? null : field }
    case 'percentile':
      return { type: 'percentile', id, field, percentile: Number(percentile) }
    case 'avg':
    case 'card':
    case 'max':
    case 'min':
    case 'sum':
      return { type: name, id, field }
    default:
      throw new Error(`${id} is not a function of a series`)
  }
}
