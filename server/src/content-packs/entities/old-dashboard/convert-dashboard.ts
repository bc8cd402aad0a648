import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { entityInvalid } from '../../../entities/entity-errors.ts'
import type { ViewData } from '../../../views/view-pack.ts'
import { convertWidget } from './convert-widget.ts'
import { chartConfig, chartSearch } from './new-chart.ts'
import type { OldDashboard, OldWidget } from './old-dashboard.ts'

const PAGE = 'converted'
const LAST_FIVE_MINUTES = { type: 'relative', range: 300 } as const

/** One page with a query for everything of the last five minutes; each widget has its own query and range. */
export function convertDashboard({ title, description, widgets }: OldDashboard): ViewData {
  const parts = widgets.flatMap((widget) => partsOf(widget))
  const named = Object.fromEntries(parts.map(({ id, name }) => [id, name]))
  return {
    ...{ type: 'DASHBOARD', title, summary: 'Converted Dashboard', description, properties: [] },
    ...{ requires: {}, owner: undefined, created_at: undefined },
    search: {
      queries: [
        {
          id: PAGE,
          query: { type: 'elasticsearch', query_string: '' },
          timerange: LAST_FIVE_MINUTES,
          search_types: parts.map(({ searchType }) => searchType),
        },
      ],
      parameters: [],
    },
    state: {
      [PAGE]: {
        titles: { widget: named },
        widgets: parts.map(({ widget }) => widget),
        widget_mapping: Object.fromEntries(parts.map(({ id, searchType }) => [id, [searchType.id]])),
        positions: Object.fromEntries(parts.flatMap(({ id, position }) => (position === null ? [] : [[id, position]]))),
      },
    },
  }
}

function partsOf(old: OldWidget) {
  const timerange = timeRangeOf(old.time_range)
  const { stream_id: stream } = old.configuration
  const streams = typeof stream === 'string' && stream !== '' ? [stream] : []
  return convertWidget(old).map(({ chart, query: text }, at) => {
    const id = at === 0 ? old.id : `${old.id}-${at + 1}`
    const query = { type: 'elasticsearch' as const, query_string: text }
    const widget = {
      id,
      type: 'aggregation',
      filter: null,
      timerange,
      query,
      streams,
      config: { ...chartConfig(chart) },
    }
    const searchType = chartSearch(chart, { id: `${id}-chart`, timerange, query, streams })
    return { id, name: old.description, position: old.position, widget, searchType }
  })
}

function timeRangeOf(range: OldWidget['time_range']): TimeRange {
  const { type, from, to, keyword } = range
  const seconds = range['range']
  const kind = typeof type === 'string' ? type.toLowerCase() : ''
  if (kind === 'relative' && typeof seconds === 'number') return { type: 'relative', range: seconds }
  if (kind === 'absolute' && typeof from === 'string' && typeof to === 'string') return { type: 'absolute', from, to }
  if (kind === 'keyword' && typeof keyword === 'string') return { type: 'keyword', keyword }
  throw entityInvalid('widgets', 'has a widget without a valid time range')
}
