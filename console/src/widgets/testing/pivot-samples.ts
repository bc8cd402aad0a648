/** Aggregation results as the server returns them, from a function of row, column and metric. */
import type { PivotResult, PivotRow, PivotValue } from '@logyard/contract/search/search-results'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { seriesName } from '../../view-document/model/series-function.ts'

export const anHour = {
  type: 'absolute',
  from: '2026-03-01T08:00:00.000Z',
  to: '2026-03-01T09:00:00.000Z',
} as const

type Measure = (row: readonly string[], column: readonly string[], metric: string) => number | string | null | undefined

export function pivotSample(
  config: AggregationConfig,
  rows: readonly (readonly string[])[],
  columns: readonly (readonly string[])[],
  measure: Measure,
): PivotResult {
  const cell = (row: readonly string[], column: readonly string[], isTotal: boolean): PivotValue[] =>
    config.series.flatMap((series) => {
      const value = measure(row, column, series.function)
      if (value === undefined) return []
      return [
        { key: [...column, seriesName(series)], value, rollup: isTotal, source: isTotal ? 'row-leaf' : 'col-leaf' },
      ]
    })
  const leaf = (row: readonly string[]): PivotRow => ({
    key: [...row],
    values: [...columns.flatMap((column) => cell(row, column, false)), ...(config.rollup ? cell(row, [], true) : [])],
    source: 'leaf',
  })
  const total: PivotRow = { key: [], values: [], source: 'non-leaf' }
  return {
    id: 'pivot',
    type: 'pivot',
    name: 'chart',
    total: rows.length,
    effective_timerange: anHour,
    rows: [...rows.map(leaf), ...(config.row_pivots.length > 0 ? [total] : [])],
  }
}
