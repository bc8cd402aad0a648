import { tabulateAggregation } from '@logyard/contract/search/scripting'
import { Type } from 'typebox'
import { agentTool } from '../agent-tool.ts'
import { requireCount } from '../masking/require-exact.ts'
import { selectionArgs, selectionOf } from './selection-args.ts'

const MAX_FIELD_NAME = 1000
const MAX_GROUPS = 5
const MAX_METRICS = 10
const MAX_VALUES = 500
const DEFAULT_VALUES = 20

const METRICS = ['count', 'avg', 'min', 'max', 'sum', 'card', 'percentile', 'stddev'] as const

interface Metric {
  readonly function: (typeof METRICS)[number]
  readonly field?: string
  readonly percentile?: number
}

const COUNT: readonly Metric[] = [{ function: 'count' }]

export const aggregateTool = agentTool({
  name: 'aggregate',
  title: 'Count and aggregate',
  description:
    'A table over matching messages: counts, averages, percentiles and more, by values of fields or by time. `card` counts different values.',
  args: Type.Object(
    {
      ...selectionArgs,
      group_by: Type.Optional(
        Type.Array(
          Type.Object(
            {
              field: Type.String({
                minLength: 1,
                maxLength: MAX_FIELD_NAME,
                description: 'timestamp to group by time',
              }),
              every: Type.Optional(Type.String({ maxLength: 20, description: 'Of timestamp: 1m, 5m, 1h, 1d' })),
              limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_VALUES, description: '20 by default' })),
            },
            { additionalProperties: false },
          ),
          { maxItems: MAX_GROUPS },
        ),
      ),
      metrics: Type.Optional(
        Type.Array(
          Type.Object(
            {
              function: Type.Enum(METRICS),
              field: Type.Optional(Type.String({ maxLength: MAX_FIELD_NAME, description: 'Not for count' })),
              percentile: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'For percentile' })),
            },
            { additionalProperties: false },
          ),
          { maxItems: MAX_METRICS, description: 'The count by default' },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  async run({ group_by = [], metrics = COUNT, ...args }, call) {
    const { api, masks } = call
    for (const metric of metrics) requireCount(metric.function, metric.field, masks)
    const selection = await selectionOf(args, call)
    const found = await api.call(tabulateAggregation, {
      body: {
        ...selection,
        group_by: group_by.map(({ field, every, limit = DEFAULT_VALUES }) =>
          every === undefined ? { field, limit } : { field, granularity: every },
        ),
        metrics: metrics.map(({ function: name, field, percentile }) => ({
          function: name,
          ...(field !== undefined && { field }),
          ...(percentile !== undefined && { configuration: { percentile } }),
        })),
      },
    })
    return {
      facts: {
        timerange: found.metadata.effective_timerange,
        columns: found.schema.map(({ name }) => name),
        rows: found.datarows.length,
        link: call.linkTo({ ...selection, range: found.metadata.effective_timerange }),
      },
      logData: {
        rows: found.datarows.map((row) =>
          row.map((cell, at) => {
            const { column_type, field = '' } = found.schema[at] ?? {}
            return column_type === 'grouping' ? masks.value(field, cell) : cell
          }),
        ),
      },
    }
  },
})
