/** The conditions of event definitions, by type: `aggregation-v1` is the Graylog 4.0 API's, the others are our own. */
import { type Static, Type } from 'typebox'
import { decimal, int, long, MAX_GROUPINGS, MAX_LIST, MAX_SERIES, MAX_STREAMS } from '../http/bounds.ts'
import { byType } from '../http/by-type.ts'
import { nullable } from '../http/envelope.ts'
import { ANY_JSON } from '../http/open-parts.ts'
import { Parameter } from '../search/searches.ts'
import type { Expression } from './expressions.ts'

const closed = { additionalProperties: false } as const

export const AGGREGATION_FUNCTIONS = [
  'avg',
  'min',
  'max',
  'variance',
  'count',
  'sum',
  'stddev',
  'card',
  'sumofsquares',
] as const
export type AggregationFunction = (typeof AGGREGATION_FUNCTIONS)[number]

export const MAX_QUERY_LENGTH = 10_000
const MAX_SQL_LENGTH = 20_000
/** Events of one run in filter mode, if the definition sets a limit. */
export const MAX_EVENT_LIMIT = 1_000_000
const MAX_FIELD = 1000
const MAX_CRON = 200
export const MAX_HISTORY_DAYS = 90
export const MAX_WEEKS = 12

const fieldName = Type.String({ maxLength: MAX_FIELD })
const durationMs = (description?: string) => long(description === undefined ? {} : { description })

const selection = {
  query: Type.String({ maxLength: MAX_QUERY_LENGTH, description: 'Empty for all messages' }),
  query_parameters: Type.Optional(Type.Array(Parameter, { maxItems: MAX_LIST })),
  streams: Type.Array(Type.String(), { maxItems: MAX_STREAMS, description: 'Empty for all streams' }),
}

/** When a definition runs, beside `execute_every_ms`. Not part of the Graylog 4.0 API. */
const cron = {
  use_cron_scheduling: Type.Optional(Type.Boolean()),
  cron_expression: Type.Optional(
    nullable(Type.String({ maxLength: MAX_CRON, description: 'Seconds, minutes, hours, day, month, day of the week' })),
  ),
  cron_timezone: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
}

const groupBy = Type.Array(fieldName, { maxItems: MAX_GROUPINGS })

export const AggregationSeries = Type.Object(
  {
    id: Type.Optional(nullable(Type.String({ maxLength: MAX_FIELD, description: 'Generated if it is null' }))),
    function: Type.Enum(AGGREGATION_FUNCTIONS),
    field: Type.Optional(nullable(fieldName)),
  },
  { title: 'AggregationSeries', ...closed },
)
export type AggregationSeries = Static<typeof AggregationSeries>

const ConditionExpression = Type.Unsafe<Expression | null>({
  [ANY_JSON]: 'A tree; `readExpression` checks it and bounds its depth',
  description: 'true, &&, ||, !, <, <=, >, >=, ==, group; number and number-ref as operands of comparisons',
})

export const AggregationConfig = Type.Object(
  {
    type: Type.Literal('aggregation-v1'),
    ...selection,
    group_by: groupBy,
    series: Type.Array(AggregationSeries, { maxItems: MAX_SERIES }),
    conditions: Type.Optional(nullable(Type.Object({ expression: Type.Optional(ConditionExpression) }, closed))),
    search_within_ms: durationMs(),
    execute_every_ms: durationMs(),
    event_limit: Type.Optional(
      int({ minimum: 0, maximum: MAX_EVENT_LIMIT, description: 'Most events of a run in filter mode; 0 for no limit' }),
    ),
    ...cron,
  },
  { title: 'AggregationConfig', ...closed },
)
export type AggregationConfig = Static<typeof AggregationConfig>

export const AbsenceConfig = Type.Object(
  {
    type: Type.Literal('absence-v1'),
    ...selection,
    group_by: groupBy,
    silence_ms: durationMs('An event when no message arrived for so long'),
    remember_ms: durationMs('A group is watched for so long after its last message'),
    execute_every_ms: durationMs(),
    ...cron,
  },
  { title: 'AbsenceConfig', description: 'No message for some time, per group', ...closed },
)
export type AbsenceConfig = Static<typeof AbsenceConfig>

export const NewValueConfig = Type.Object(
  {
    type: Type.Literal('new-value-v1'),
    ...selection,
    field: fieldName,
    history_days: int({ minimum: 1, maximum: MAX_HISTORY_DAYS }),
    search_within_ms: durationMs(),
    execute_every_ms: durationMs(),
    ...cron,
  },
  { title: 'NewValueConfig', description: 'A value of a field that was not seen before', ...closed },
)
export type NewValueConfig = Static<typeof NewValueConfig>

export const NewPatternConfig = Type.Object(
  {
    type: Type.Literal('new-pattern-v1'),
    ...selection,
    history_days: int({ minimum: 1, maximum: MAX_HISTORY_DAYS }),
    search_within_ms: durationMs(),
    execute_every_ms: durationMs(),
    ...cron,
  },
  { title: 'NewPatternConfig', description: 'A message whose pattern was not seen before', ...closed },
)
export type NewPatternConfig = Static<typeof NewPatternConfig>

const SequenceStep = Type.Object(selection, { title: 'SequenceStep', ...closed })

export const SequenceConfig = Type.Object(
  {
    type: Type.Literal('sequence-v1'),
    first: SequenceStep,
    next: SequenceStep,
    key_fields: Type.Array(fieldName, { maxItems: MAX_GROUPINGS, description: 'Both messages have the same values' }),
    within_ms: durationMs(),
    is_missing: Type.Boolean({ description: 'An event when the second message does not follow' }),
    execute_every_ms: durationMs(),
    ...cron,
  },
  { title: 'SequenceConfig', description: 'One message followed, or not followed, by another', ...closed },
)
export type SequenceConfig = Static<typeof SequenceConfig>

export const LEVEL_DIRECTIONS = ['above', 'below', 'both'] as const

export const UnusualLevelConfig = Type.Object(
  {
    type: Type.Literal('unusual-level-v1'),
    ...selection,
    group_by: groupBy,
    series: AggregationSeries,
    weeks: int({ minimum: 2, maximum: MAX_WEEKS, description: 'Compared with the same time of so many past weeks' }),
    sensitivity: decimal({ minimum: 0.5, maximum: 100, description: 'Deviations from the median' }),
    direction: Type.Enum(LEVEL_DIRECTIONS),
    search_within_ms: durationMs(),
    execute_every_ms: durationMs(),
    ...cron,
  },
  { title: 'UnusualLevelConfig', description: 'A figure far from its usual level at this time', ...closed },
)
export type UnusualLevelConfig = Static<typeof UnusualLevelConfig>

const rowEvents = {
  key_columns: Type.Array(fieldName, {
    maxItems: MAX_GROUPINGS,
    description: 'Columns that tell what an event is about. Empty for those that the rows are grouped by',
  }),
  is_each_row: Type.Boolean({ description: 'An event for each row; otherwise one if there are rows' }),
  search_within_ms: durationMs(),
  execute_every_ms: durationMs(),
}

export const StepsConfig = Type.Object(
  {
    type: Type.Literal('steps-v1'),
    ...selection,
    steps: Type.String({
      maxLength: MAX_QUERY_LENGTH,
      description: 'As `| stats count() as n by user | where n > 10`',
    }),
    ...rowEvents,
    ...cron,
  },
  { title: 'StepsConfig', description: 'Rows of a query with steps', ...closed },
)
export type StepsConfig = Static<typeof StepsConfig>

export const SqlConfig = Type.Object(
  {
    type: Type.Literal('sql-v1'),
    ...selection,
    sql: Type.String({ maxLength: MAX_SQL_LENGTH, description: 'A SELECT over the table messages' }),
    ...rowEvents,
    ...cron,
  },
  { title: 'SqlConfig', description: 'Rows of an SQL statement', ...closed },
)
export type SqlConfig = Static<typeof SqlConfig>

export type ProcessorConfig =
  | AggregationConfig
  | AbsenceConfig
  | NewValueConfig
  | NewPatternConfig
  | SequenceConfig
  | UnusualLevelConfig
  | StepsConfig
  | SqlConfig

/** Another or a missing type is an error of validation, so the schema lets it pass. */
export const ProcessorConfig = byType<ProcessorConfig>(
  'ProcessorConfig',
  {
    'aggregation-v1': AggregationConfig,
    'absence-v1': AbsenceConfig,
    'new-value-v1': NewValueConfig,
    'new-pattern-v1': NewPatternConfig,
    'sequence-v1': SequenceConfig,
    'unusual-level-v1': UnusualLevelConfig,
    'steps-v1': StepsConfig,
    'sql-v1': SqlConfig,
  },
  { isOpen: true, isTypeOptional: true, others: 'Of an unknown type: refused by validation' },
)
