/** The figure of a condition that is shown for its runs and alerts: the first one that it compares with a number. */
import type { Comparison } from '@logyard/contract/events/expressions'
import { figureLimits } from '@logyard/contract/events/figure-limits'
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import type { MeasureSeries } from '../../../search/measures/measures.ts'

export interface ComparedFigure {
  readonly series: MeasureSeries
  readonly comparison: Comparison
  readonly limit: number
}

export function comparedFigure({ series, conditions }: AggregationConfig): ComparedFigure | undefined {
  const [first] = conditions?.expression ? figureLimits(conditions.expression) : []
  const found = series.find(({ id, function: name }) => (id ?? name) === first?.ref)
  if (first === undefined || found === undefined) return undefined
  const measured = { id: first.ref, function: found.function, field: found.field ?? null }
  return { series: measured, comparison: first.comparison, limit: first.limit }
}

/** The figure that comes nearest to the limit, or lies furthest beyond it. */
export function mostTelling(comparison: Comparison, figures: readonly number[]): number | undefined {
  const known = figures.filter(Number.isFinite)
  if (known.length === 0) return undefined
  const isLower = comparison === '<' || comparison === '<='
  return known.reduce((one, other) => (isLower ? Math.min(one, other) : Math.max(one, other)))
}
