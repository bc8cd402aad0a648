/** Runs queries with steps: their SQL reads only messages of the caller's scope, within the limits of searches. */
import type { QueryTable, TableRequest } from '@logyard/contract/search/tables'
import { MAX_QUERY_LENGTH } from '@logyard/languages/query/query-length'
import { compileSteps } from '@logyard/languages/query-steps/check-steps'
import { splitSteps } from '@logyard/languages/query-steps/split-steps'
import type { StepProgram, StepType } from '@logyard/languages/query-steps/step-tree'
import {
  compileJoinKeys,
  compileProgram,
  type JoinedValues,
  type StepsSource,
  StepTooLong,
} from '@logyard/languages/query-steps-sql/compile-steps'
import { stepFieldType } from '@logyard/languages/query-steps-sql/step-field-type'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MessageSelections, SelectedMessages } from '../insights/message-selections.ts'
import { type LookUpValues, lookUpParameters } from '../plan/lookup-parameters.ts'
import { createParameterValues, UnboundParameter } from '../plan/parameters.ts'
import type { RunningTables } from '../run/running-tables.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import type { InstantRange } from '../scope/message-scope.ts'
import { queryTextRefused } from '../search-errors.ts'
import { PARAMETERS_WITHIN_MS } from '../search-service.ts'
import type { AnswerBudget } from '../statements/answer-memory.ts'
import type { SearchEngine, SearchEngines, SqlOptions, SqlRow } from '../statements/search-engine.ts'
import { type FindLookupTable, joinValues, requireTable } from './join-values.ts'
import { MAX_JOIN_KEYS, noSteps, stepsRefused } from './step-errors.ts'

export interface QueryTablesDeps {
  readonly selections: MessageSelections
  readonly engine: Pick<SearchEngines, 'of'>
  readonly running: RunningTables
  readonly grokPatterns: () => ReadonlyMap<string, string>
  readonly lookUpFor: (caller: Caller) => LookUpValues
  readonly lookupTables: (caller: Caller) => FindLookupTable
  readonly clock: Clock
}

interface RunOptions {
  readonly budget: AnswerBudget
  readonly signal: AbortSignal
}

export type QueryTables = ReturnType<typeof createQueryTables>

const DEFAULT_ROWS = 1000

export function createQueryTables(deps: QueryTablesDeps) {
  return {
    /** Throws for what is wrong with the query or its steps, and for streams and lookup tables that are not the caller's. */
    async run(caller: Caller, request: TableRequest, { budget, signal }: RunOptions): Promise<QueryTable> {
      const { query, limit = DEFAULT_ROWS } = request
      const split = splitSteps(query.slice(0, MAX_QUERY_LENGTH + 1))
      if (split.stepsFrom === undefined) throw noSteps()
      const filled = await filledQuery(split.query, request, deps.lookUpFor(caller), signal)
      const selected = await deps.selections.select(caller, { ...request, query: filled })
      const { stepsFrom } = split
      const about = {
        kind: 'steps',
        text: query,
        range: selected.range,
        streams: request.streams,
        tag: request.tag,
      } as const
      const table = await deps.running.run(caller, about, signal, (options) =>
        stepsTable({ text: query, from: stepsFrom, limit }, selected, {
          engine: deps.engine.of({ user: caller.userId, budget }),
          find: deps.lookupTables(caller),
          grokPatterns: deps.grokPatterns,
          nowMs: deps.clock.now().getTime(),
          options,
        }),
      )
      return { ...table, effective_timerange: effectiveRange(selected.range) }
    },
  }
}

/** Messages within somebody's permission. */
export type TabledMessages = Pick<SelectedMessages, 'from' | 'schema'> & { readonly range: InstantRange }

interface TableNeeds {
  readonly grokPatterns: () => ReadonlyMap<string, string>
  /** What `now()` is. */
  readonly nowMs: number
}

/** The rows of steps, which begin at an offset of the text. */
export async function stepsTable(
  { text, from, limit }: { readonly text: string; readonly from: number; readonly limit: number },
  selected: TabledMessages,
  { grokPatterns, nowMs, ...joining }: Joining & TableNeeds,
): Promise<Omit<QueryTable, 'effective_timerange'>> {
  const program = programOf(text, from, { ...selected, grokPatterns, nowMs })
  const source = await sourceOf(program, selected, joining)
  const statement = compiling(from, text.length, () => compileProgram(program, source, limit + 1))
  return tableOf(program, await joining.engine.rows(statement, joining.options), limit)
}

/** The query before the steps, with the values of its parameters. Steps have none. */
async function filledQuery(
  text: string,
  { parameters, parameter_bindings: bindings }: TableRequest,
  lookUp: LookUpValues,
  signal: AbortSignal,
): Promise<string> {
  const declared = parameters ?? []
  const late = AbortSignal.any([signal, AbortSignal.timeout(PARAMETERS_WITHIN_MS)])
  const lookedUp = await lookUpParameters(declared, [text], lookUp, late)
  try {
    return createParameterValues(declared, bindings ?? {}, lookedUp).fill(text)
  } catch (error) {
    if (error instanceof UnboundParameter) throw queryTextRefused(text, error.message)
    throw error
  }
}

function programOf(
  query: string,
  from: number,
  { schema, range, grokPatterns, nowMs }: Pick<TabledMessages, 'schema' | 'range'> & TableNeeds,
): StepProgram {
  if (query.length > MAX_QUERY_LENGTH)
    throw stepsRefused([
      { message: `A query can have at most ${MAX_QUERY_LENGTH} characters.`, from, to: query.length },
    ])
  const definitions = grokPatterns()
  const checked = compileSteps(query.toWellFormed(), from, {
    fieldType: stepFieldType(schema),
    grok: (name) => definitions.get(name),
    nowMs,
    rangeMs: Math.max(0, range.toMs - range.fromMs),
  })
  if (!checked.ok) throw stepsRefused(checked.errors)
  return checked.program
}

/** A step whose SQL is too long is as one that is wrong. */
function compiling<Result>(from: number, to: number, compile: () => Result): Result {
  try {
    return compile()
  } catch (error) {
    if (error instanceof StepTooLong) throw stepsRefused([{ message: error.message, from, to }])
    throw error
  }
}

interface Joining {
  readonly engine: SearchEngine
  readonly find: FindLookupTable
  readonly options: SqlOptions
}

/** Looks up the keys of each join, after those before it. */
async function sourceOf(
  program: StepProgram,
  { from, schema }: Pick<TabledMessages, 'from' | 'schema'>,
  { engine, find, options }: Joining,
): Promise<StepsSource> {
  const joined: JoinedValues[] = []
  const source: StepsSource = { messages: from(), schema, joined }
  const tables = program.steps.flatMap((step) => (step.kind === 'join' ? [requireTable(step, find)] : []))
  for (const [at, step] of program.steps.entries()) {
    if (step.kind !== 'join') continue
    const lookUp = tables[joined.length] ?? requireTable(step, find)
    const { from: start, to } = step.span
    const statement = compiling(start, to, () => compileJoinKeys(program, at, source, MAX_JOIN_KEYS + 1))
    const rows = await engine.rows(statement, options)
    joined.push(await joinValues(step, { keys: rows.map(([key]) => String(key)), lookUp, signal: options.signal }))
  }
  return source
}

function tableOf(
  { columns, chart }: StepProgram,
  rows: readonly SqlRow[],
  limit: number,
): Omit<QueryTable, 'effective_timerange'> {
  return {
    columns: columns.map(({ name, type, field }) => ({
      name,
      type: type === 'nothing' ? 'text' : type,
      ...(field === undefined ? {} : { field }),
    })),
    is_complete: rows.length <= limit,
    chart: chart === undefined ? null : { ...chart },
    datarows: rows.slice(0, limit).map((row) => columns.map(({ type }, at) => valueOnWire(row[at], type))),
  }
}

function valueOnWire(value: unknown, type: StepType): string | number | boolean | null {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'time':
      return new Date(Number(value)).toISOString()
    case 'boolean':
      return Number(value) === 1
    case 'number':
      return Number(value)
    default:
      return String(value)
  }
}
