/** A chart, as a widget of a view and as the search type that fills it. */
import type { BucketSpec, Pivot, SortSpec } from '@logyard/contract/search/search-types'
import type { AggregationConfigDraft } from '@logyard/contract/views/view-drafts'

type Group = { readonly type: 'time' } | { readonly type: 'values'; readonly field: string; readonly limit: number }

export interface Chart {
  readonly rows: readonly Group[]
  readonly columns?: readonly Group[]
  /** `count` has no field. */
  readonly fn: string
  readonly field?: string
  readonly sort?: 'Ascending' | 'Descending'
  readonly visualization: AggregationConfigDraft['visualization']
  readonly settings?: AggregationConfigDraft['visualization_config']
  readonly rollup?: boolean
}

const seriesName = ({ fn, field = '' }: Chart) => `${fn}(${field})`
const AUTO = { type: 'auto', scaling: 1 } as const

export function chartConfig(chart: Chart): AggregationConfigDraft {
  const { rows, columns = [], sort, visualization, settings, rollup = true } = chart
  const pivot = (group: Group) =>
    group.type === 'time'
      ? { type: 'time' as const, field: 'timestamp', config: { interval: AUTO } }
      : { type: 'values' as const, field: group.field, config: { limit: group.limit } }
  return {
    row_pivots: rows.map(pivot),
    column_pivots: columns.map(pivot),
    series: [{ function: seriesName(chart), config: {} }],
    sort: sort === undefined ? [] : [{ type: 'series', field: seriesName(chart), direction: sort }],
    visualization,
    visualization_config: settings ?? null,
    rollup,
  }
}

export function chartSearch(chart: Chart, facts: Pick<Pivot, 'id' | 'timerange' | 'query' | 'streams'>): Pivot {
  const { rows, columns = [], fn, field, sort, rollup = true } = chart
  const bucket = (group: Group): BucketSpec =>
    group.type === 'time'
      ? { type: 'time', field: 'timestamp', interval: AUTO }
      : { type: 'values', field: group.field, limit: group.limit }
  const id = seriesName(chart)
  const series = field === undefined ? { type: 'count', id, field: null } : { type: fn, id, field }
  const sorting: SortSpec[] = sort === undefined ? [] : [{ type: 'series', field: id, direction: sort }]
  return {
    ...facts,
    type: 'pivot',
    name: 'chart',
    filter: null,
    row_groups: rows.map(bucket),
    column_groups: columns.map(bucket),
    series: [series as Pivot['series'][number]],
    sort: sorting,
    rollup,
  }
}
