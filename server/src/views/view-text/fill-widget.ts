/** Makes widgets of their texts, and the searches that fill them. */
import {
  type BucketSpec,
  SERIES_FUNCTIONS,
  type SearchType,
  type SeriesSpec,
} from '@logyard/contract/search/search-types'
import {
  type AggregationConfig,
  type Series,
  TEXT_WIDGET,
  type TimeUnit,
  type Visualization,
  type VisualizationConfig,
  type Widget,
  type WidgetPivot,
} from '@logyard/contract/views/view-state'
import { stableUuid } from '../../entities/stable-uuid.ts'
import {
  type ChartText,
  type Grouping,
  type MessagesText,
  NAMED_COLORS,
  type SeriesText,
  type WidgetText,
} from './view-text.ts'

const MESSAGES_PER_PAGE = 150
const LIMIT = 15

/** Selection of a widget; empty if it is that of the whole search. */
export type Searched = Pick<Widget, 'timerange' | 'query' | 'streams'>

export interface FilledWidget {
  readonly widget: Widget
  readonly searchTypes: readonly SearchType[]
}

/** `path` is unique: ids are made of it. */
export function fillWidget(text: WidgetText, path: string, searched: Searched): FilledWidget {
  const common = { id: stableUuid(path), filter: null }
  const searchFacts = { id: stableUuid(`${path}/searched`), filter: null, ...searched }
  if (text.type === 'text') {
    const nothing = { timerange: null, query: null, streams: [] }
    return { widget: { ...common, ...nothing, type: TEXT_WIDGET, config: { text: text.text } }, searchTypes: [] }
  }
  if (text.type === 'messages') {
    return {
      widget: { ...common, ...searched, type: 'messages', config: messagesConfig(text) },
      searchTypes: [messageList(searchFacts)],
    }
  }
  const config = chartConfig(text)
  const chart: SearchType = {
    ...searchFacts,
    name: 'chart',
    type: 'pivot',
    row_groups: config.row_pivots.map(bucketOf),
    column_groups: config.column_pivots.map(bucketOf),
    series: config.series.map(specOf),
    sort: config.sort,
    rollup: true,
  }
  const before = { type: 'offset', source: 'search_type', id: chart.id } as const
  const trend: SearchType = { ...chart, id: stableUuid(`${path}/trend`), name: 'trend', timerange: before }
  return {
    widget: { ...common, ...searched, type: 'aggregation', config },
    searchTypes: text.type === 'numeric' ? [chart, trend] : [chart],
  }
}

const messagesConfig = ({ fields, text_row = true }: MessagesText) => ({
  fields: [...fields],
  show_message_row: text_row,
  decorators: [],
  sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' } as const],
})

const messageList = (facts: Searched & { readonly id: string; readonly filter: null }): SearchType => ({
  ...facts,
  type: 'messages',
  limit: MESSAGES_PER_PAGE,
  offset: 0,
  sort: [{ field: 'timestamp', order: 'DESC' }],
  decorators: [],
})

function chartConfig(text: ChartText): AggregationConfig {
  const { type, rows = [], columns = [], colors, thresholds } = text
  const pivots = rows.map(pivotOf)
  const series = (text.series ?? [type === 'numeric' ? 'count()' : { function: 'count()', name: 'messages' }]).map(
    seriesOf,
  )
  return {
    row_pivots: pivots,
    column_pivots: columns.map(pivotOf),
    series,
    sort: text.sort ?? usualSort(pivots, series),
    visualization: type,
    visualization_config: text.options ?? usualOptions(text),
    formatting_settings: colors === undefined ? null : { chart_colors: Object.entries(colors).map(chartColor) },
    rollup: true,
    event_annotation: false,
    ...(thresholds === undefined
      ? {}
      : { thresholds: thresholds.map((one) => ({ ...one, color: colorOf(one.color) })) }),
    ...(text.value_axis === undefined ? {} : { value_axis: text.value_axis }),
  }
}

function usualSort(rows: readonly WidgetPivot[], [first]: readonly Series[]): AggregationConfig['sort'] {
  const isRanked = rows.some(({ type }) => type === 'values') && first !== undefined
  return isRanked ? [{ type: 'series', field: first.function, direction: 'Descending' }] : []
}

const OPTIONS: Readonly<Partial<Record<Visualization, VisualizationConfig>>> = {
  bar: { barmode: 'stack' },
  line: { interpolation: 'linear' },
  area: { interpolation: 'linear' },
}

const usualOptions = ({ type, better = 'NEUTRAL' }: ChartText): VisualizationConfig | null =>
  type === 'numeric' ? { trend: true, trend_preference: better } : (OPTIONS[type] ?? null)

const colorOf = (color: string): string => NAMED_COLORS[color] ?? color
const chartColor = ([field_name, color]: readonly [string, string]) => ({ field_name, chart_color: colorOf(color) })

function pivotOf(grouping: Grouping): WidgetPivot {
  if (typeof grouping !== 'string' && 'interval' in grouping) {
    const { field, interval } = grouping
    return { field, type: 'time', config: { interval: { type: 'timeunit', ...interval } } }
  }
  if (grouping === 'timestamp') {
    return { field: grouping, type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }
  }
  const { field, limit } = typeof grouping === 'string' ? { field: grouping, limit: LIMIT } : grouping
  return { field, type: 'values', config: { limit } }
}

function seriesOf(text: SeriesText): Series {
  if (typeof text === 'string') return { function: text, config: { name: null } }
  const { name = null, unit } = text
  return { function: text.function, config: { name, ...(unit === undefined ? {} : { format: { unit } }) } }
}

const UNITS: Readonly<Record<Exclude<TimeUnit, 'auto'>, readonly [factor: number, unit: string]>> = {
  ...{ seconds: [1, 's'], minutes: [1, 'm'], hours: [1, 'h'], days: [1, 'd'], weeks: [1, 'w'], months: [1, 'M'] },
  years: [12, 'M'],
}

function bucketOf(pivot: WidgetPivot): BucketSpec {
  if (pivot.type === 'values') return { type: 'values', field: pivot.field, limit: pivot.config.limit }
  const { interval } = pivot.config
  const auto = { type: 'auto', scaling: 1 } as const
  if (interval.type === 'auto' || interval.unit === 'auto') return { type: 'time', field: pivot.field, interval: auto }
  const [factor, unit] = UNITS[interval.unit]
  const timeunit = `${interval.value * factor}${unit}`
  return { type: 'time', field: pivot.field, interval: { type: 'timeunit', timeunit } }
}

/** The schema of the text has checked the function. */
function specOf({ function: id }: Series): SeriesSpec {
  const [, name, field = '', percentile] = /^(\w+)\(([^,]*)(?:,(.+))?\)$/.exec(id) ?? []
  const type = SERIES_FUNCTIONS.find((one) => one === name) ?? 'count'
  if (type === 'percentile') return { type, id, field, percentile: Number(percentile) }
  return type === 'count' ? { type, id, field: field === '' ? null : field } : { type, id, field }
}
