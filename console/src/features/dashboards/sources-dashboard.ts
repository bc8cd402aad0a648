/** The dashboard that every server starts with: the sources of messages, and how many each one sends. */
import type { Widget } from '@logyard/contract/views/view-state'
import { DEFAULT_RANGE } from '../../query/time-range/time-range.ts'
import { type DashboardDocument, newDashboard } from '../../view-document/dashboards/dashboard-document.ts'
import { emptyViewState } from '../../view-document/editing/view-changes.ts'
import { emptyAggregation, seriesOf, timePivot, valuesPivot } from '../../view-document/model/aggregation-config.ts'
import type { Ids } from '../../view-document/model/random-ids.ts'

interface Titles {
  readonly page: string
  readonly overTime: string
  readonly selected: string
  readonly perSource: string
  readonly count: string
}

export function sourcesDashboard(titles: Titles, ids: Pick<Ids, 'uuid'>): DashboardDocument {
  const series = [seriesOf('count()', titles.count)]
  const most = { type: 'series', field: 'count()', direction: 'Descending' } as const
  const [overTime, selected, perSource] = [ids.uuid(), ids.uuid(), ids.uuid()]
  const widget = (id: string, config: Partial<typeof emptyAggregation>): Widget => ({
    id,
    type: 'aggregation',
    filter: null,
    timerange: DEFAULT_RANGE,
    query: { type: 'elasticsearch', query_string: '' },
    streams: [],
    config: { ...emptyAggregation, series, ...config },
  })
  const empty = newDashboard(ids)
  const state = {
    ...emptyViewState,
    titles: {
      tab: { title: titles.page },
      widget: { [overTime]: titles.overTime, [selected]: titles.selected, [perSource]: titles.perSource },
    },
    widgets: [
      widget(overTime, { visualization: 'line', row_pivots: [timePivot('timestamp')] }),
      widget(selected, { row_pivots: [valuesPivot('source', 15)], sort: [most] }),
      widget(perSource, { visualization: 'pie', row_pivots: [valuesPivot('source', 10)] }),
    ],
    positions: {
      [overTime]: { col: 1, row: 1, height: 4, width: 'Infinity' as const },
      [selected]: { col: 1, row: 5, height: 4, width: 6 },
      [perSource]: { col: 7, row: 5, height: 4, width: 6 },
    },
  }
  return { ...empty, pages: empty.pages.map((page) => ({ ...page, state })) }
}
