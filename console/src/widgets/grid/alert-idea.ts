/** What an event definition about a widget starts with. */
import { AGGREGATION_FUNCTIONS } from '@logyard/contract/events/processor-configs'
import type { AggregationWidget, Widget } from '@logyard/contract/views/view-state'
import type { DefinitionFigure, DefinitionIdea } from '../../alerting/new-definition-link.ts'
import type { SearchedMessages } from '../../view-document/actions/search-actions.ts'
import { parseSeries } from '../../view-document/model/series-function.ts'
import { isAggregation } from '../../view-document/model/view-model.ts'

/** Its messages, and for an aggregation its first figure with the groups of its rows. */
export function alertIdea(widget: Widget, title: string, messages: SearchedMessages): DefinitionIdea {
  return { ...messages, title, figure: isAggregation(widget) ? figureOf(widget) : undefined }
}

function figureOf({ config }: AggregationWidget): DefinitionFigure | undefined {
  for (const series of config.series) {
    const call = parseSeries(series.function)
    // Percentiles and the like cannot be the figure of a condition.
    const known = AGGREGATION_FUNCTIONS.find((one) => one === call?.type)
    if (known === undefined) continue
    const [threshold] = config.thresholds ?? []
    return { function: known, field: call?.field, groupBy: groupsOf(config), threshold: threshold?.value }
  }
  return undefined
}

const groupsOf = ({ row_pivots: rows, column_pivots: columns }: AggregationWidget['config']): readonly string[] => [
  ...new Set([...rows, ...columns].filter(({ type }) => type === 'values').map(({ field }) => field)),
]
