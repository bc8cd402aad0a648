/** The config of `aggregation-v1`: its defaults and what can be wrong with it. */
import { type Expression, readExpression } from '@logyard/contract/events/expressions'
import type { AggregationConfig, AggregationSeries } from '@logyard/contract/events/processor-configs'
import type { Problems } from '../../../http/validation-answer.ts'
import { conditionMalformed } from '../../definitions/definition-errors.ts'
import { cronProblems, durationProblems } from '../timing-problems.ts'

export function normaliseAggregation(config: AggregationConfig): AggregationConfig {
  const { conditions } = config
  const expression = conditions?.expression ?? null
  if (expression !== null) {
    const read = readExpression(expression)
    if ('problem' in read) throw conditionMalformed(read.problem)
  }
  return {
    ...config,
    query_parameters: config.query_parameters ?? [],
    series: config.series.map(normaliseSeries),
    conditions: conditions === null || conditions === undefined ? null : { expression },
  }
}

/** A series without an id is named as the console names it. */
function normaliseSeries({ id, function: name, field }: AggregationSeries): AggregationSeries {
  const named = field === undefined || field === '' ? null : field
  return { id: id ?? `${name}-${named ?? ''}`, function: name, field: named }
}

/** Without series the definition makes one event of each message. */
export const isFilter = ({ series }: AggregationConfig): boolean => series.length === 0

export const expressionOf = ({ conditions }: AggregationConfig): Expression | undefined =>
  conditions?.expression ?? undefined

export function aggregationProblems(config: AggregationConfig): Problems {
  const { search_within_ms, execute_every_ms } = config
  return {
    ...durationProblems({ search_within_ms, execute_every_ms }),
    ...seriesProblems(config),
    ...cronProblems(config),
  }
}

function seriesProblems(config: AggregationConfig): Problems {
  const hasSeries = !isFilter(config)
  const hasCondition = expressionOf(config) !== undefined
  if (config.group_by.length > 0 && !(hasSeries && hasCondition)) {
    return {
      ...(hasSeries ? {} : { series: ['Aggregation with group_by must also contain series'] }),
      ...(hasCondition ? {} : { conditions: ['Aggregation with group_by must also contain conditions'] }),
    }
  }
  if (hasCondition && !hasSeries) return { series: ['Aggregation with conditions must also contain series'] }
  if (hasSeries && !hasCondition) return { conditions: ['Aggregation with series must also contain conditions'] }
  return {}
}
