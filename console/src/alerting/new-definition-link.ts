import type { Comparison } from '@logyard/contract/events/expressions'
import type { AggregationFunction } from '@logyard/contract/events/processor-configs'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { routes } from '../base/routes/routes.ts'

/** What a new event definition starts with. */
export interface DefinitionIdea {
  readonly query: string
  readonly streams: readonly string[]
  /** The search's time range; only a relative one sets the look-back. */
  readonly timerange?: TimeRange | undefined
  readonly title?: string | undefined
  /** Without one, each message is an event. */
  readonly figure?: DefinitionFigure | undefined
}

export interface DefinitionFigure {
  readonly function: AggregationFunction
  readonly field?: string | undefined
  readonly groupBy?: readonly string[]
  readonly comparison?: Comparison | undefined
  readonly threshold?: number | undefined
}

/** Opens the wizard for a new event definition, filled in. */
export function newDefinitionLink({ query, streams, timerange, title, figure }: DefinitionIdea): string {
  const isLimited = timerange?.type === 'relative' && timerange.range > 0
  return routes.alerts.definitionNew({
    title,
    query,
    streams: streams.length === 0 ? undefined : streams.join(','),
    within: isLimited ? timerange.range : undefined,
    function: figure?.function,
    field: figure?.field,
    group_by: figure?.groupBy === undefined || figure.groupBy.length === 0 ? undefined : figure.groupBy.join(','),
    comparison: figure?.comparison,
    threshold: figure?.threshold,
  })
}
