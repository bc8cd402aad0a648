import type { Comparison } from '@logyard/contract/events/expressions'
import type { AggregationFunction } from '@logyard/contract/events/processor-configs'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { routes } from '../base/routes/routes.ts'

/** What a new event definition starts with. */
export interface DefinitionIdea {
  readonly query: string
  readonly streams: readonly string[]
  readonly title?: string | undefined
  /** Without one, the messages are counted. */
  readonly figure?: DefinitionFigure | undefined
  /** Each row of their table is an event. */
  readonly rows?: DefinitionRows | undefined
}

interface DefinitionRows {
  readonly of: { readonly steps: string } | { readonly sql: string }
  readonly timerange: TimeRange
}

export interface DefinitionFigure {
  readonly function: AggregationFunction
  readonly field?: string | undefined
  readonly groupBy?: readonly string[]
  readonly comparison?: Comparison | undefined
  readonly threshold?: number | undefined
}

/** Opens the form for a new event definition, filled in. */
export function newDefinitionLink({ query, streams, title, figure, rows }: DefinitionIdea): string {
  return routes.alerts.definitionNew({
    title,
    query,
    streams: streams.length === 0 ? undefined : streams.join(','),
    function: figure?.function,
    field: figure?.field,
    group_by: figure?.groupBy === undefined || figure.groupBy.length === 0 ? undefined : figure.groupBy.join(','),
    comparison: figure?.comparison,
    threshold: figure?.threshold,
    ...rows?.of,
    within: rows === undefined ? undefined : withinOf(rows.timerange),
  })
}

/** Seconds of a range that moves on with the clock. */
const withinOf = (range: TimeRange): number | undefined =>
  range.type === 'relative' && 'range' in range && range.range ? range.range : undefined
