/** `steps-v1` and `sql-v1`: events of the rows of a table that steps behind a query, or a statement, make of each window. */
import type { SqlConfig, StepsConfig } from '@logyard/contract/events/processor-configs'
import { FIELD } from '@logyard/contract/messages/message-fields'
import { compileSteps } from '@logyard/languages/query-steps/check-steps'
import { readUserSql } from '@logyard/languages/sql/user-sql'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Problems } from '../../../http/validation-answer.ts'
import type { MeasuredSelection, MeasuredTable, MeasureOptions, Measures } from '../../../search/measures/measures.ts'
import type { FindLookupTable } from '../../../search/steps/join-values.ts'
import type { Evaluation, EvaluationInput, EventProcessor, FoundEvent } from '../../event-processor.ts'
import { evaluationWindows } from '../evaluation-windows.ts'
import { cronProblems, ownDurationProblems } from '../timing-problems.ts'
import { tableEvents } from './table-events.ts'
import { MAX_CONDITION_ROWS, readRows, type TableConfig } from './table-rows.ts'

/** A part of a run ends after so many windows, or so many events. */
const WINDOWS_OF_PART = 60
const EVENTS_OF_PART = 500
/** Characters of the rows of a part, which stay in memory until it ends. */
const LENGTH_OF_PART = 20_000_000

const WindowCursor = Type.Object({ windows: Type.Number() })

export interface TableConditionDeps {
  readonly measures: Pick<Measures, 'table'>
  /** The ids of all streams but those of events. */
  readonly messageStreams: () => Promise<readonly string[]>
}

export const createStepsCondition = (deps: TableConditionDeps): EventProcessor<StepsConfig> => ({
  type: 'steps-v1',
  name: 'Query with steps',
  description: 'Rows of a table that is computed from messages',
  ...conditionOf<StepsConfig>(deps, stepsProblems),
})

export const createSqlCondition = (deps: TableConditionDeps): EventProcessor<SqlConfig> => ({
  type: 'sql-v1',
  name: 'SQL',
  description: 'Rows of an SQL statement over messages',
  ...conditionOf<SqlConfig>(deps, sqlProblems),
})

const timingOf = ({ search_within_ms: windowMs, execute_every_ms: hopMs }: TableConfig) => ({
  windowMs,
  hopMs,
  isDivisible: true,
})

const conditionOf = <Config extends TableConfig>(
  deps: TableConditionDeps,
  problemsOf: (config: Config) => Problems,
) => ({
  normalise: (config: Config) => ({ ...config, query_parameters: config.query_parameters ?? [] }),
  problems: (config: Config) => ({
    ...problemsOf(config),
    ...ownDurationProblems({ search_within_ms: config.search_within_ms, execute_every_ms: config.execute_every_ms }),
    ...cronProblems(config),
  }),
  streamsOf: ({ streams }: Config) => streams,
  timing: timingOf,
  evaluate: (input: EvaluationInput<Config>) => findRows(deps, input),
})

/**
 * Types of fields change with the messages, so they are not known here: a run with wrong ones fails and says so. Places
 * are counted from 1.
 */
function stepsProblems({ steps, key_columns: keyColumns }: StepsConfig): Problems {
  const from = steps.search(/\S/)
  if (steps[from] !== '|') return { steps: ['Steps begin with |, as in: | stats count() as n by user | where n > 10'] }
  const checked = compileSteps(steps.toWellFormed(), from, {
    fieldType: (name) => (name === FIELD.timestamp ? 'time' : 'nothing'),
    grok: undefined,
    nowMs: 0,
    rangeMs: 1,
  })
  if (!checked.ok) return { steps: checked.errors.map(({ message, from: at }) => `At character ${at + 1}: ${message}`) }
  const names = checked.program.columns.map(({ name }) => name)
  const missing = keyColumns.filter((name) => !names.includes(name))
  if (missing.length === 0) return {}
  return { key_columns: missing.map((name) => `The steps have no column "${name}": they have ${names.join(', ')}.`) }
}

function sqlProblems({ sql }: SqlConfig): Problems {
  const read = readUserSql(sql)
  return read.ok ? {} : { sql: [`At character ${read.problem.from + 1}: ${read.problem.message}`] }
}

/** The rows of one window. `now()` is its end, so that a window that is evaluated later has the same rows. */
export const tableOf = (
  measures: Pick<Measures, 'table'>,
  config: TableConfig,
  selection: MeasuredSelection,
  { findTable, options }: { readonly findTable: FindLookupTable; readonly options: MeasureOptions },
): Promise<MeasuredTable> =>
  measures.table(
    selection,
    {
      text: config.type === 'steps-v1' ? { steps: config.steps } : { sql: config.sql },
      limit: MAX_CONDITION_ROWS,
      nowMs: selection.range.toMs,
      find: findTable,
    },
    options,
  )

async function findRows(deps: TableConditionDeps, input: EvaluationInput<TableConfig>): Promise<Evaluation> {
  const done = Value.Check(WindowCursor, input.cursor) ? input.cursor.windows : 0
  const allStreams = await deps.messageStreams()
  const events: FoundEvent[] = []
  let windows = 0
  let length = 0
  for (const window of evaluationWindows(input.range, timingOf(input.config))) {
    const isFull = windows - done >= WINDOWS_OF_PART || events.length >= EVENTS_OF_PART || length >= LENGTH_OF_PART
    if (isFull || (windows > done && !input.hasTime())) return { events, cursor: { windows } }
    windows += 1
    if (windows <= done) continue
    const selection = await input.select(input.config, window.range)
    const read = readRows(await tableOf(deps.measures, input.config, selection, input), input.config)
    events.push(...tableEvents(input, window, read, allStreams))
    length += read.length
  }
  return { events }
}
