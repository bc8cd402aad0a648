/** The series of a histogram by level: one for each level name, whatever the notation, and the messages without one. */
import type { PivotResult } from '@logyard/contract/search/search-results'
import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { type Scheme, toneColor } from '../../base/theme/chart-colors.ts'
import { levelNamed } from '../../messages-table/levels/message-level.ts'
import { countSeries } from '../../view-document/model/aggregation-config.ts'
import { metricNumber } from '../../view-document/model/metric-number.ts'
import { type ChartData, type ChartSeries, chartData } from '../aggregation/chart-data.ts'

/** From the axis upwards: what matters most is easiest to compare there. */
const ORDER = ['EMERG', 'ALERT', 'CRIT', 'FATAL', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG', 'TRACE']
const placeOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

/** `otherName` names the messages without a level. */
export function levelData(pivot: PivotResult, config: AggregationConfig, otherName: string): ChartData {
  const data = chartData(pivot, config)
  if (config.column_pivots.length === 0) return data
  const named = new Map<string, ChartSeries>()
  for (const series of data.series) {
    const { name } = levelNamed(series.columnKey[0] ?? '')
    const known = named.get(name)
    named.set(name, known === undefined ? { ...series, name } : merged(known, series))
  }
  const levels = [...named.values()].sort((a, b) => placeOf(a.name) - placeOf(b.name))
  const rest = restOf(pivot, levels)
  const hasRest = rest.some((count) => count > 0) || levels.length === 0
  const other: ChartSeries = { name: otherName, series: countSeries, columnKey: [], values: rest }
  const series = hasRest ? [...levels, other] : levels
  return { ...data, series, seriesTotal: series.length }
}

/** Two notations of a level have no common condition, so no key either. */
function merged(one: ChartSeries, other: ChartSeries): ChartSeries {
  const values = one.values.map((value, row) => (value ?? 0) + (other.values[row] ?? 0))
  return { ...one, columnKey: [], values }
}

function restOf({ rows = [] }: PivotResult, levels: readonly ChartSeries[]): number[] {
  return rows
    .filter(({ source }) => source === 'leaf')
    .map(({ values }, row) => {
      const total = metricNumber(values.find(({ source }) => source === 'row-leaf')?.value) ?? 0
      return Math.max(0, total - levels.reduce((sum, level) => sum + (level.values[row] ?? 0), 0))
    })
}

export const levelSeriesColor = (scheme: Scheme) => (name: string) => toneColor(levelNamed(name).tone, scheme)
