/** Makes dashboards and saved searches of their texts. */

import type { SearchQuery } from '@logyard/contract/search/searches'
import type { ViewState } from '@logyard/contract/views/view-state'
import { DASHBOARD_FILTER_FIELD, type ViewType } from '@logyard/contract/views/views'
import { below, isRecord, type Reading, refuse } from '../../entities/codecs/codec.ts'
import { plain } from '../../entities/codecs/shape-codecs.ts'
import { stableUuid } from '../../entities/stable-uuid.ts'
import { type FilledWidget, fillWidget, type Searched } from './fill-widget.ts'
import { type ChartText, DashboardText, type RowText, SearchText } from './view-text.ts'

const dashboardText = plain<DashboardText>(DashboardText, 'a dashboard in short')
const searchText = plain<SearchText>(SearchText, 'a saved search in short')

/** Data of the whole view. Data that is not a view in short is returned as it is. */
export function filledView(data: unknown, type: ViewType, reading: Reading): unknown {
  if (!isRecord(data)) return data
  if (type === 'DASHBOARD' && 'pages' in data) return fillDashboard(dashboardText.read(data, reading), reading)
  return type === 'SEARCH' && 'rows' in data ? fillSearch(searchText.read(data, reading), reading) : data
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const rangeOf = (range = '1d') => {
  const [, count = '', unit = ''] = /^(\d+)(\w)$/.exec(range) ?? []
  return { type: 'relative' as const, range: Number(count) * (SECONDS[unit] ?? 1) }
}
const queryOf = (query_string = '') => ({ type: 'elasticsearch', query_string })

/** Name of which ids of parts are made. A pack gives its own, so that the ids are those of its earlier revisions. */
const nameOf = ({ title }: { readonly title: string }, { ids = title }: Reading): string => ids

function fillDashboard(text: DashboardText, reading: Reading): object {
  const { streams = [], range, filter_fields = [] } = text
  const pages = text.pages.map(({ title, rows }, at) => {
    const path = `${nameOf(text, reading)}/dashboard/${title}`
    const searched = (widget: Searching): Searched => ({
      timerange: rangeOf(widget.range ?? range),
      query: queryOf(widget.query),
      streams: [...(widget.streams ?? streams)],
    })
    const placed = placedWidgets(rows, { path, searched, reading: below(below(reading, 'pages'), at) })
    return { id: stableUuid(path), placed, titles: { tab: { title } } }
  })
  requireUnique(text.pages, below(reading, 'pages'))
  const queries = pages.map(({ id, placed }) => ({
    id,
    timerange: rangeOf(range),
    query: queryOf(),
    search_types: placed.flatMap(({ filled }) => filled.searchTypes),
  }))
  return {
    ...viewFacts('DASHBOARD', text, queries),
    properties: filter_fields.map((field) => `${DASHBOARD_FILTER_FIELD}${field}`),
    state: Object.fromEntries(pages.map(({ id, placed, titles }) => [id, stateOf(placed, titles)])),
  }
}

/** The widgets of a saved search share its query. */
function fillSearch(text: SearchText, reading: Reading): object {
  const path = `${nameOf(text, reading)}/search/${text.title}`
  const id = stableUuid(path)
  const searched = () => ({ timerange: null, query: null, streams: [] })
  const placed = placedWidgets(text.rows, { path, searched, reading })
  const { streams = [] } = text
  const query = {
    id,
    timerange: rangeOf(text.range),
    query: queryOf(text.query),
    ...(streams.length === 0
      ? {}
      : {
          filter: { type: 'or' as const, filters: streams.map((stream) => ({ type: 'stream' as const, id: stream })) },
        }),
    search_types: placed.flatMap(({ filled }) => filled.searchTypes),
  }
  return { ...viewFacts('SEARCH', text, [query]), properties: [], state: { [id]: stateOf(placed, {}) } }
}

const viewFacts = (type: ViewType, text: DashboardText | SearchText, queries: readonly SearchQuery[]) => ({
  type,
  title: text.title,
  summary: text.summary ?? '',
  description: text.description ?? '',
  search: { queries, parameters: [], requires: {} },
  requires: {},
})

interface PlacedWidget {
  readonly title: string
  readonly filled: FilledWidget
  readonly position: ViewState['positions'][string]
}

/** A text searches nothing. */
type Searching = Pick<ChartText, 'title' | 'query' | 'streams' | 'range'>

interface Place {
  readonly path: string
  readonly reading: Reading
  searched(widget: Searching): Searched
}

/** Widgets with their positions, from left to right and row below row. */
function placedWidgets(rows: readonly RowText[], { path, reading, searched }: Place): readonly PlacedWidget[] {
  const placed: PlacedWidget[] = []
  let row = 1
  for (const { height, widgets } of rows) {
    let col = 1
    for (const widget of widgets) {
      const { title, width } = widget
      const filled = fillWidget(widget, `${path}/${title}`, searched(widget))
      placed.push({ title, filled, position: { col, row, height, width } })
      col += width
    }
    row += height
  }
  requireUnique(placed, below(reading, 'rows'))
  return placed
}

function requireUnique(titled: readonly { readonly title: string }[], reading: Reading): void {
  const titles = titled.map(({ title }) => title)
  const twice = titles.find((title, at) => titles.indexOf(title) !== at)
  if (twice !== undefined) refuse(reading, `has the title ${JSON.stringify(twice)} twice`)
}

function stateOf(placed: readonly PlacedWidget[], titles: ViewState['titles']): ViewState {
  const byWidget = <Value>(value: (one: PlacedWidget) => Value) =>
    Object.fromEntries(placed.map((one) => [one.filled.widget.id, value(one)]))
  return {
    selected_fields: null,
    static_message_list_id: null,
    titles: { ...titles, widget: byWidget(({ title }) => title) },
    widgets: placed.map(({ filled }) => filled.widget),
    widget_mapping: byWidget(({ filled }) => filled.searchTypes.map(({ id }) => id)),
    positions: byWidget(({ position }) => position),
    formatting: { highlighting: [] },
    display_mode_settings: { positions: {} },
  }
}
