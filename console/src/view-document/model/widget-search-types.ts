/** What the widgets of a page request from the server: their search types, and which belong to which widget. */
import type { BucketSpec, Pivot, SearchType } from '@logyard/contract/search/search-types'
import type {
  AggregationWidget,
  MessagesWidget,
  TimeInterval,
  TimeUnit,
  ViewState,
  Widget,
  WidgetPivot,
} from '@logyard/contract/views/view-state'
import { isOverTime, settledConfig } from './aggregation-config.ts'
import { isPatterns } from './patterns-widget.ts'
import type { Ids } from './random-ids.ts'
import { seriesSpec } from './series-function.ts'
import { isAggregation, isMessages, trendOf } from './view-model.ts'

export const MESSAGES_PER_PAGE = 150
/** The server's limit for paging. */
export const MOST_MESSAGES = 10_000
/** The last page is shorter, so that it does not reach beyond the limit. */
export const pageSizeAt = (offset: number): number => Math.min(MESSAGES_PER_PAGE, MOST_MESSAGES - offset)

/** What an aggregation is compared with: the period just before, or the same time of an earlier day. */
export const COMPARISONS = ['period', 'day', 'week'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The aggregations that also request an earlier period, by widget id. */
export type Compared = ReadonlyMap<string, Comparison>
const nothingCompared: Compared = new Map()

/** `1i` is the length of the searched range; the others are seconds. */
const OFFSETS: Readonly<Record<Comparison, string>> = { period: '1i', day: '86400', week: '604800' }

export interface WidgetSearchTypes {
  readonly searchTypes: SearchType[]
  /** The ids of a widget's search types, by widget id. */
  readonly widgetMapping: Record<string, string[]>
}

/** Every call creates new ids, so that results of an older search are never mistaken for those of this one. */
export function widgetsToSearchTypes(
  widgets: readonly Widget[],
  ids: Pick<Ids, 'uuid'>,
  compared: Compared = nothingCompared,
): WidgetSearchTypes {
  const searchTypes: SearchType[] = []
  const widgetMapping: Record<string, string[]> = {}
  for (const widget of widgets) {
    const own = searchTypesOf(widget, ids, compared)
    searchTypes.push(...own)
    widgetMapping[widget.id] = own.map(({ id }) => id)
  }
  return { searchTypes, widgetMapping }
}

/** Whether the change needs a new search. Appearance, titles and positions do not. */
export function changesResults(
  before: readonly Widget[],
  after: readonly Widget[],
  comparedBefore: Compared = nothingCompared,
  comparedAfter: Compared = comparedBefore,
): boolean {
  return fingerprint(before, comparedBefore) !== fingerprint(after, comparedAfter)
}

function fingerprint(widgets: readonly Widget[], compared: Compared): string {
  return JSON.stringify(widgets.map((widget) => [widget.id, requestedBy(widget, compared)]).sort())
}

/** A fingerprint of what a widget requests from the server; `undefined` if it requests nothing, as a text does. */
export function requestedBy(widget: Widget, compared: Compared): string | undefined {
  const searchTypes = searchTypesOf(widget, { uuid: () => '' }, compared)
  return searchTypes.length === 0 ? undefined : JSON.stringify(searchTypes)
}

/** Requests by widget id, without the widgets that request nothing. */
export function requestedByAll(widgets: readonly Widget[], compared: Compared): ReadonlyMap<string, string> {
  const all = widgets.map((widget) => [widget.id, requestedBy(widget, compared)] as const)
  return new Map(all.flatMap(([id, requested]) => (requested === undefined ? [] : [[id, requested]])))
}

/** The page as it is sent and stored, with a new mapping. */
export const withMapping = (state: ViewState, mapping: Readonly<Record<string, readonly string[]>>): ViewState => ({
  ...state,
  static_message_list_id: null,
  widget_mapping: Object.fromEntries(Object.entries(mapping).map(([widget, types]) => [widget, [...types]])),
})

function searchTypesOf(widget: Widget, ids: Pick<Ids, 'uuid'>, compared: Compared): SearchType[] {
  if (isMessages(widget)) return [messageList(widget, ids.uuid())]
  if (isAggregation(widget)) return aggregationSearchTypes(widget, ids, compared.get(widget.id))
  // The number of its messages: with it the page knows their range, when it is newer, and which parameters it uses.
  if (isPatterns(widget)) return [messageCount(widget, ids.uuid())]
  return []
}

const messageCount = (widget: Widget, id: string): SearchType => ({
  ...common(widget),
  id,
  name: 'chart',
  type: 'pivot',
  row_groups: [],
  column_groups: [],
  series: [{ type: 'count', id: 'count()' }],
  sort: [],
  rollup: true,
})

const common = ({ filter, timerange, query, streams }: Widget) => ({
  timerange,
  query,
  streams,
  filter: filter === null || filter === '' ? null : ({ type: 'query_string', query: filter } as const),
})

function messageList(widget: MessagesWidget, id: string): SearchType {
  const { sort, decorators } = widget.config
  return {
    ...common(widget),
    id,
    type: 'messages',
    limit: MESSAGES_PER_PAGE,
    offset: 0,
    decorators,
    sort:
      sort.length === 0
        ? [{ field: 'timestamp', order: 'DESC' }]
        : sort.map(({ field, direction }) => ({ field, order: direction === 'Ascending' ? 'ASC' : 'DESC' })),
  }
}

function aggregationSearchTypes(
  widget: AggregationWidget,
  ids: Pick<Ids, 'uuid'>,
  comparison: Comparison | undefined,
): SearchType[] {
  const config = settledConfig(widget.config)
  const chart: Pivot = {
    ...common(widget),
    id: ids.uuid(),
    name: 'chart',
    type: 'pivot',
    row_groups: config.row_pivots.map(bucketSpec),
    column_groups: config.column_pivots.map(bucketSpec),
    series: config.series.map(seriesSpec),
    // By a formula the console sorts.
    sort: config.sort.filter(
      ({ type, field }) => type !== 'series' || config.series.some((one) => one.function === field),
    ),
    rollup: config.rollup,
  }
  const all: SearchType[] = [chart]
  const timerange = { type: 'offset', source: 'search_type', id: chart.id } as const
  if (trendOf(config).trend) all.push({ ...chart, id: ids.uuid(), name: 'trend', timerange })
  if (comparison !== undefined && isOverTime(config.row_pivots)) {
    const earlier = { ...timerange, offset: OFFSETS[comparison] }
    all.push({ ...chart, id: ids.uuid(), name: 'before', timerange: earlier })
  }
  if (config.event_annotation) {
    all.push({ ...common(widget), id: ids.uuid(), name: 'events', type: 'events' })
  }
  return all
}

function bucketSpec(pivot: WidgetPivot): BucketSpec {
  const { field } = pivot
  if (pivot.type === 'values') return { type: 'values', field, limit: pivot.config.limit }
  return { type: 'time', field, interval: searchInterval(pivot.config.interval) }
}

const UNITS: Readonly<Record<Exclude<TimeUnit, 'auto'>, readonly [factor: number, unit: string]>> = {
  seconds: [1, 's'],
  minutes: [1, 'm'],
  hours: [1, 'h'],
  days: [1, 'd'],
  weeks: [1, 'w'],
  months: [1, 'M'],
  years: [12, 'M'],
}

function searchInterval(interval: TimeInterval): Extract<BucketSpec, { type: 'time' }>['interval'] {
  if (interval.type === 'auto') return interval
  if (interval.unit === 'auto') return { type: 'auto' }
  const [factor, unit] = UNITS[interval.unit]
  return { type: 'timeunit', timeunit: `${interval.value * factor}${unit}` }
}
