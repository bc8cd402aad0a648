/** Events of figures: one for each group that meets the condition in a window. */

import type { Expression } from '@logyard/contract/events/expressions'
import { meetsExpression as meets } from '@logyard/contract/events/meets-expression'
import type { AggregationConfig } from '@logyard/contract/events/processor-configs'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { LogyardError } from '../../../platform/errors.ts'
import type { MeasuredGroup, MeasureSeries } from '../../../search/measures/measures.ts'
import type { EvaluationInput, FoundEvent } from '../../event-processor.ts'
import { NODE_NAME } from '../../stored/event-store.ts'
import type { EvaluationWindow } from '../evaluation-windows.ts'
import { sourceStreams } from '../source-streams.ts'
import { expressionOf } from './aggregation-config.ts'

export const measuredSeries = ({ series }: AggregationConfig): readonly MeasureSeries[] =>
  series.map(({ id, function: name, field }) => ({ id: id ?? name, function: name, field: field ?? null }))

export function aggregationEvents(
  { definition, config, range }: EvaluationInput<AggregationConfig>,
  window: EvaluationWindow,
  groups: readonly MeasuredGroup[],
  allStreams: readonly string[],
): readonly FoundEvent[] {
  const expression = expressionOf(config)
  const met = groups.filter(({ values }) => expression !== undefined && meetsExpression(expression, values))
  return met.map((group) => {
    const message = messageOf(definition.title, config, group)
    return {
      occurrence: JSON.stringify([window.range.fromMs, window.timestampMs, group.key]),
      timestampMs: window.timestampMs,
      timerange: range,
      message,
      originContext: null,
      sourceStreams: sourceStreams(config.streams, group.streams, allStreams),
      source: {
        ...figures(config, group),
        aggregation_key: group.key.join('|'),
        message,
        source: NODE_NAME,
        timestamp: new Date(window.timestampMs).toISOString(),
        // Last: a template that names `source` means the group, if messages are grouped by it.
        ...Object.fromEntries(config.group_by.map((field, place) => [field, group.key[place]])),
      },
      group: group.key,
    }
  })
}

/** `Failed logins: bob|web1 - count()=7.0 max(took_ms)=3.5` */
function messageOf(title: string, config: AggregationConfig, { key, values }: MeasuredGroup): string {
  const texts = measuredSeries(config).map(
    ({ id, function: name, field }) => `${name}(${field ?? ''})=${textOfValue(values.get(id) ?? Number.NaN)}`,
  )
  return `${title}: ${key.length === 0 ? '' : `${key.join('|')} - `}${texts.join(' ')}`
}

/** As texts: the Graylog 4.0 API writes them with a decimal point. */
const figures = (config: AggregationConfig, { values }: MeasuredGroup): Record<string, unknown> =>
  Object.fromEntries(
    measuredSeries(config).map(({ id, function: name, field }) => [
      field === null ? `aggregation_value_${name}` : `aggregation_value_${name}_${field}`,
      textOfValue(values.get(id) ?? Number.NaN),
    ]),
  )

const seriesUnknown = (ref: string) =>
  new LogyardError('invalid', 'event-series-unknown', `The condition names the series "${ref}", which does not exist.`)

/** Whether the figures meet the condition. Throws a `LogyardError` if it names a series that does not exist. */
const meetsExpression = (expression: Expression, values: ReadonlyMap<string, number>): boolean =>
  meets(expression, (ref) => {
    const value = values.get(ref)
    if (value === undefined) throw seriesUnknown(ref)
    return value
  })
