/** The dashboard of a new installation. It can be deleted; it is not recreated. */
import type { BucketSpec, Pivot, SortSpec } from '@logyard/contract/search/search-types'
import type { SearchDraft } from '@logyard/contract/search/searches'
import { SOURCES_DASHBOARD_ID, type ViewDraft } from '@logyard/contract/views/views'
import { Type } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import { defineCollection, type SettingsStore, type Write } from '../platform/settings/settings-store.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'
import { newView } from './read-view.ts'
import { viewCollection, viewStateCollection } from './view-store.ts'

/** The views that were installed once, whether or not they still exist. */
const installedViewCollection = defineCollection({
  name: 'installed-views',
  audit: { type: 'installed-views' },
  schema: Type.Object({ id: Type.String(), installed_at: Type.String() }),
})

const SEARCH_ID = SOURCES_DASHBOARD_ID
const PAGE = 'sources-overview'
const timerange = { type: 'relative', range: 300 } as const
const mostFrequent = { type: 'series', field: 'count()', direction: 'Descending' } as const
const COUNT = 'Message count'

const common = { timerange, filter: null, query: null, streams: [] }
/** The search type of a widget, the same as the console creates. */
const chart = (widgetId: string, rowGroup: BucketSpec, sort: SortSpec[] = []): Pivot => ({
  ...common,
  id: `${widgetId}-chart`,
  type: 'pivot',
  name: 'chart',
  rollup: true,
  row_groups: [rowGroup],
  column_groups: [],
  series: [{ type: 'count', id: COUNT, field: null }],
  sort,
})
const sources = (limit: number) => ({ type: 'values', field: 'source', limit }) as const

export const sourcesSearch: SearchDraft = {
  id: SEARCH_ID,
  queries: [
    {
      id: PAGE,
      query: { type: 'elasticsearch', query_string: '' },
      timerange,
      search_types: [
        chart('messages-over-time', {
          type: 'time',
          field: 'timestamp',
          interval: { type: 'auto', scaling: 1 },
        }),
        chart('selected-sources', sources(15), [mostFrequent]),
        chart('messages-per-source', sources(10)),
      ],
    },
  ],
}

const widget = (id: string, config: object) => ({
  ...common,
  id,
  type: 'aggregation',
  config: {
    column_pivots: [],
    series: [{ function: 'count()', config: { name: COUNT } }],
    sort: [],
    visualization_config: null,
    rollup: true,
    ...config,
  },
})
const bySource = (limit: number) => ({ row_pivots: [{ type: 'values', field: 'source', config: { limit } }] })

export const sourcesDashboard: ViewDraft = {
  type: 'DASHBOARD',
  title: 'Sources',
  summary: 'Messages of the last five minutes by their source',
  search_id: SEARCH_ID,
  state: {
    [PAGE]: {
      titles: {
        tab: { title: 'Sources Overview' },
        widget: {
          'messages-over-time': 'Messages over time',
          'selected-sources': 'Selected sources',
          'messages-per-source': 'Messages per Source',
        },
      },
      widgets: [
        widget('messages-over-time', {
          row_pivots: [{ type: 'time', field: 'timestamp', config: { interval: { type: 'auto', scaling: 1 } } }],
          visualization: 'line',
          visualization_config: { interpolation: 'linear' },
        }),
        widget('selected-sources', { ...bySource(15), sort: [mostFrequent], visualization: 'table' }),
        widget('messages-per-source', { ...bySource(10), visualization: 'pie' }),
      ],
      widget_mapping: {
        'messages-over-time': ['messages-over-time-chart'],
        'selected-sources': ['selected-sources-chart'],
        'messages-per-source': ['messages-per-source-chart'],
      },
      positions: {
        'messages-over-time': { col: 1, row: 1, height: 4, width: 'Infinity' },
        'selected-sources': { col: 1, row: 5, height: 4, width: 6 },
        'messages-per-source': { col: 7, row: 5, height: 4, width: 6 },
      },
    },
  },
}

/** Called at every start; creates the dashboard at the first one. */
export async function ensureSourcesDashboard(deps: {
  readonly settings: SettingsStore
  /** The write of a search without an owner. */
  readonly insertingSearch: (draft: SearchDraft) => Write
  readonly clock: Clock
}): Promise<void> {
  const { settings, insertingSearch, clock } = deps
  const installed = settings.collection(installedViewCollection)
  if ((await installed.find(SOURCES_DASHBOARD_ID)) !== undefined) return
  const now = clock.now()
  const { state, ...view } = newView(sourcesDashboard, { id: SOURCES_DASHBOARD_ID, owner: null, now })
  // Another node may create it at the same time.
  await unlessTaken(
    settings.commit([
      installed.inserting({ id: view.id, installed_at: now.toISOString() }),
      insertingSearch(sourcesSearch),
      settings.collection(viewCollection).inserting(view),
      settings.collection(viewStateCollection).inserting({ id: view.id, state }),
    ]),
  )
}
