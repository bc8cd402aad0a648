/** The keys of rows and columns as paths: which values of which fields, and for times when their bucket ends. */
import type { PivotResult } from '@logyard/contract/search/search-results'
import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { useMemo } from 'react'
import type { ValuePathPart } from '../../view-document/actions/search-actions.ts'
import type { ChartData } from './chart-data.ts'
import { timeBuckets } from './time-buckets.ts'

type Keys = readonly (readonly string[])[]

export interface ValuePaths {
  row(key: readonly string[]): ValuePathPart[]
  column(key: readonly string[]): ValuePathPart[]
}

/** The paths of a chart. */
export const useValuePaths = ({ rows, series }: ChartData, config: AggregationConfig, pivot: PivotResult): ValuePaths =>
  useMemo(() => {
    const columns = series.map(({ columnKey }) => columnKey)
    return createValuePaths(rows, columns, config, pivot.effective_timerange)
  }, [rows, series, config, pivot])

export function createValuePaths(
  rows: Keys,
  columns: Keys,
  { row_pivots, column_pivots }: AggregationConfig,
  range: EffectiveRange,
): ValuePaths {
  return { row: pathsOf(row_pivots, rows, range), column: pathsOf(column_pivots, columns, range) }
}

function pathsOf(pivots: AggregationConfig['row_pivots'], keys: Keys, range: EffectiveRange) {
  const ends = pivots.map(({ type }, index) => (type === 'time' ? bucketEnds(keys, index, range) : undefined))
  return (key: readonly string[]): ValuePathPart[] =>
    key.map((value, index) => {
      const until = ends[index]?.get(value)
      return { field: pivots[index]?.field ?? '', value, ...(until === undefined ? {} : { until }) }
    })
}

function bucketEnds(keys: Keys, index: number, range: EffectiveRange): ReadonlyMap<string, string> {
  const starts = [...new Set(keys.flatMap((key) => key[index] ?? []))]
  const buckets = timeBuckets(
    starts.map((start) => [start]),
    range,
  )
  // A single bucket extends to the end of the searched range.
  const end = (to: number) => (buckets.length === 1 ? Date.parse(range.to) + 1 : to)
  return new Map(buckets.map(({ row, to }) => [starts[row] ?? '', new Date(end(to)).toISOString()]))
}
