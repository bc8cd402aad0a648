import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'

/** The types of conditions that the form can edit. */
export const CONDITION_TYPES = [
  'aggregation-v1',
  'absence-v1',
  'new-value-v1',
  'new-pattern-v1',
  'sequence-v1',
  'unusual-level-v1',
  'steps-v1',
  'sql-v1',
] as const
type ConditionType = (typeof CONDITION_TYPES)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const selection = () => ({ query: '', query_parameters: [], streams: [] })

/** Condition that a new definition of the type starts with. */
export function defaultConfig(type: ConditionType): ProcessorConfig {
  switch (type) {
    case 'aggregation-v1':
      return {
        type,
        ...selection(),
        group_by: [],
        series: [],
        conditions: {},
        search_within_ms: 5 * MINUTE_MS,
        execute_every_ms: MINUTE_MS,
      }
    case 'absence-v1':
      return {
        type,
        ...selection(),
        group_by: ['source'],
        silence_ms: 10 * MINUTE_MS,
        remember_ms: 7 * DAY_MS,
        execute_every_ms: MINUTE_MS,
      }
    case 'new-value-v1':
      return {
        type,
        ...selection(),
        field: '',
        history_days: 30,
        search_within_ms: 5 * MINUTE_MS,
        execute_every_ms: 5 * MINUTE_MS,
      }
    case 'new-pattern-v1':
      return {
        type,
        ...selection(),
        history_days: 7,
        search_within_ms: 5 * MINUTE_MS,
        execute_every_ms: 5 * MINUTE_MS,
      }
    case 'sequence-v1':
      return {
        type,
        first: selection(),
        next: selection(),
        key_fields: [],
        within_ms: 5 * MINUTE_MS,
        is_missing: false,
        execute_every_ms: MINUTE_MS,
      }
    case 'unusual-level-v1':
      return {
        type,
        ...selection(),
        group_by: [],
        series: { id: 'count-', function: 'count', field: null },
        weeks: 4,
        sensitivity: 3,
        direction: 'both',
        search_within_ms: HOUR_MS,
        execute_every_ms: HOUR_MS,
      }
    case 'steps-v1':
      return { type, ...selection(), steps: FIRST_STEPS, ...rowEvents() }
    case 'sql-v1':
      return { type, ...selection(), sql: FIRST_SQL, ...rowEvents() }
  }
}

const FIRST_STEPS = '| stats count() as messages by source | where messages > 100'
const FIRST_SQL = `SELECT source, count() AS messages
FROM messages
GROUP BY source
HAVING messages > 100`

const rowEvents = () => ({
  key_columns: [],
  is_each_row: true,
  search_within_ms: 5 * MINUTE_MS,
  execute_every_ms: MINUTE_MS,
})
