/** Compiles the steps of a query to nested SELECTs over the messages that were selected. */
import type { FieldSchema } from '../query-sql/field-schema.ts'
import { fieldSql } from '../query-sql/message-field.ts'
import { ID_COLUMNS } from '../query-sql/message-id.ts'
import type {
  BaseColumn,
  Step,
  StepExpression,
  StepExtract,
  StepJoin,
  StepOrder,
  StepProgram,
  StepTransaction,
  StepType,
} from '../query-steps/step-tree.ts'
import { type ScopedSql, type Sql, sql } from '../sql/sql.ts'
import { joinSql, sqlInteger, sqlList, sqlName } from '../sql/sql-parts.ts'
import { aggregateSql } from './aggregate-sql.ts'
import { callSql, capturedSql, groupsSql, numberOf, type TypedSql } from './function-sql.ts'

/** Found values of a lookup table by their keys; for each output of the join one. */
export type JoinedValues = ReadonlyMap<string, readonly (string | undefined)[]>

export interface StepsSource {
  /** For the FROM of a SELECT. */
  readonly messages: ScopedSql
  readonly schema: FieldSchema
  /** Values of the joins, in their order. */
  readonly joined: readonly JoinedValues[]
}

/** Characters of an expression, in which some functions repeat their arguments. */
export const MAX_STEP_EXPRESSION = 100_000
/** Characters of the SQL of all steps together. */
export const MAX_STEPS_SQL = 2_000_000

/** Steps whose SQL would be too long. */
export class StepTooLong extends Error {
  override readonly name = 'StepTooLong'
}

const ORDER_COLUMNS = ['h0', 'h1', 'h2', 'h3'].map((name) => sqlName(name))
const ORDER_TUPLE = sql`(${sqlList(ORDER_COLUMNS)})`

const columnSql = (id: number): Sql => sqlName(`c${id}`)

/** The columns of the result in their order, of at most so many rows. */
export function compileProgram(program: StepProgram, source: StepsSource, limit: number): ScopedSql {
  const { columns, order, steps } = program
  const values = columns.map(({ id, type }) => (type === 'nothing' ? sql`NULL` : columnSql(id)))
  const rows = compileRows(program, steps, source)
  return sql`SELECT ${sqlList(values)} FROM (${rows})${orderSql(order)} LIMIT ${sqlInteger(limit)}`
}

/** The different keys of a join, which is the step of this number. */
export function compileJoinKeys(program: StepProgram, at: number, source: StepsSource, limit: number): ScopedSql {
  const step = program.steps[at]
  if (step?.kind !== 'join') throw new TypeError(`step ${at} is not a join`)
  const rows = compileRows(program, program.steps.slice(0, at), source)
  return sql`SELECT DISTINCT ifNull(${expressionSql(step.key)}, '') AS key FROM (${rows})
    WHERE key != '' LIMIT ${sqlInteger(limit)}`
}

function compileRows({ base }: StepProgram, steps: readonly Step[], source: StepsSource): ScopedSql {
  const known = base.map((column) => baseSql(column, source.schema))
  const order = [sql`toUnixTimestamp64Milli(timestamp)`, ...ID_COLUMNS].map(
    (value, at) => sql`${value} AS ${ORDER_COLUMNS[at] ?? value}`,
  )
  return rowsAfter(sql`SELECT ${sqlList([...order, ...known])} FROM ${source.messages}`, steps, source.joined)
}

function rowsAfter(first: ScopedSql, steps: readonly Step[], joined: readonly JoinedValues[]): ScopedSql
function rowsAfter(first: Sql, steps: readonly Step[], joined: readonly JoinedValues[]): Sql
function rowsAfter(first: Sql, steps: readonly Step[], joined: readonly JoinedValues[]): Sql {
  let rows = first
  let join = 0
  let most = MAX_STEPS_SQL
  for (const step of steps) {
    const before = rows.text.length
    rows = stepSql(rows, step, joined[join] ?? new Map())
    if (step.kind === 'join') {
      join += 1
      most += rows.text.length - before
    }
    if (rows.text.length > most) throw new StepTooLong('The steps are too long: use fewer patterns and expressions.')
  }
  return rows
}

/**
 * A statement that a user may run and edit (`user-sql.ts`), whose columns have these names. Its relation has fields as texts
 * and numbers, and no id that tells messages of the same time apart. Steps `join` have no values there.
 */
export function compileUserProgram({ base, columns, order, steps }: StepProgram, names: readonly string[]): Sql {
  const first = ORDER_COLUMNS.map(
    (name, at) => sql`${at === 0 ? sql`toUnixTimestamp64Milli(timestamp)` : 0} AS ${name}`,
  )
  const known = base.map((column) => sql`${fieldOfUser(column)} AS ${columnSql(column.id)}`)
  const rows = rowsAfter(sql`SELECT ${sqlList([...first, ...known])} FROM messages`, steps, [])
  const values = columns.map(
    ({ id, type }, at) => sql`${shownToUser(columnSql(id), type)} AS ${sqlName(names[at] ?? '')}`,
  )
  return sql`SELECT ${sqlList(values)} FROM (${rows})${orderSql(order)}`
}

function fieldOfUser({ field, type }: BaseColumn): Sql {
  if (type === 'nothing') return NULL_OF.nothing
  return type === 'time' ? sql`toFloat64(toUnixTimestamp64Milli(${sqlName(field)}))` : sqlName(field)
}

function shownToUser(value: Sql, type: StepType): Sql {
  if (type === 'nothing') return NULL_OF.nothing
  if (type === 'boolean') return sql`CAST(${value} AS Nullable(Bool))`
  return type === 'time' ? sql`fromUnixTimestamp64Milli(toInt64(${value}), 'UTC')` : value
}

function baseSql({ id, field, type }: BaseColumn, schema: FieldSchema): Sql {
  if (type === 'nothing') return sql`${NULL_OF.nothing} AS ${columnSql(id)}`
  const { text, number } = fieldSql(field, schema)
  return sql`${type === 'text' ? text : sql`${number} + 0`} AS ${columnSql(id)}`
}

function stepSql(rows: Sql, step: Step, joined: JoinedValues): Sql {
  switch (step.kind) {
    case 'where':
      // Not the condition alone: of `NULL OR a`, the engine's skip indexes know nothing, and leave out every row.
      return sql`SELECT * FROM (${rows}) WHERE if(${expressionSql(step.condition)}, 1, 0)`
    case 'let': {
      const made = step.definitions.map(({ id, value }) => sql`${columnValueSql(value)} AS ${columnSql(id)}`)
      return sql`SELECT *, ${sqlList(made)} FROM (${rows})`
    }
    case 'extract':
      return extractSql(rows, step)
    case 'group':
      return groupSql(rows, step)
    case 'limit':
      return sql`SELECT * FROM (${rows})${orderSql(step.order)} LIMIT ${sqlInteger(step.count)}`
    case 'dedup': {
      const keys = sqlList(step.keys.map(columnSql))
      return sql`SELECT * FROM (${rows})${orderSql(step.order)} LIMIT 1 BY ${keys}`
    }
    case 'transaction':
      return transactionSql(rows, step)
    case 'join':
      return joinedSql(rows, step, joined)
    default:
      return step satisfies never
  }
}

/** The match is a column of its own, so that it is looked for once. */
function extractSql(rows: Sql, { id, text, regex, isUnquoted, outputs }: StepExtract): Sql {
  const found = sqlName(`found${id}`)
  const made = outputs.map((output) => {
    const texts = output.groups.map((group) => capturedSql(sql`${found}[${group}]`, isUnquoted))
    const value = sql`coalesce(${sqlList(texts)})`
    return sql`${output.isNumber ? numberOf({ sql: value, type: 'text' }) : value} AS ${columnSql(output.id)}`
  })
  const matched = sql`SELECT *, ${groupsSql(expressionSql(text), regex.re2)} AS ${found} FROM (${rows})`
  return sql`SELECT *, ${sqlList(made)} FROM (${matched})`
}

function orderSql({ terms, areMessages }: StepOrder): Sql {
  const own = terms.map(
    ({ id, isDescending }) => sql`${columnSql(id)} ${isDescending ? sql`DESC` : sql`ASC`} NULLS LAST`,
  )
  const newest = areMessages ? ORDER_COLUMNS.map((column) => sql`${column} DESC`) : []
  const all = [...own, ...newest]
  return all.length === 0 ? sql`` : sql` ORDER BY ${sqlList(all)}`
}

function groupSql(rows: Sql, { aggregates, keys }: Extract<Step, { kind: 'group' }>): Sql {
  const ofKeys = keys.map(({ id, value }) => sql`${columnValueSql(value)} AS ${columnSql(id)}`)
  const figures = aggregates.map((aggregate) => {
    const { id, value } = aggregate
    const known = value === undefined || value.type === 'nothing' ? undefined : expressionSql(value)
    // Values that are always missing are never counted.
    const isNever = value !== undefined && known === undefined && aggregate.name === 'count'
    return sql`${isNever ? sql`toFloat64(countIf(0))` : aggregateSql(aggregate, known, ORDER_TUPLE)} AS ${columnSql(id)}`
  })
  const by = keys.length === 0 ? sql`` : sql` GROUP BY ${sqlList(keys.map(({ id }) => columnSql(id)))}`
  return sql`SELECT ${sqlList([...ofKeys, ...figures])} FROM (${rows})${by}`
}

/** A pause that is too long begins another session; `part` is the place of a row in sessions that last too long. */
function transactionSql(rows: Sql, step: StepTransaction): Sql {
  const keys = step.keys.map(columnSql)
  const time = columnSql(step.time)
  const present = joinSql(
    [...keys, time].map((column) => sql`isNotNull(${column})`),
    sql` AND `,
  )
  const by = sqlList(keys)
  const { maxPauseMs: pause, maxSpanMs: most } = step
  const before = sql`lagInFrame(toNullable(${time})) OVER (PARTITION BY ${by} ORDER BY ${time} ASC
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`
  const withBefore = sql`SELECT ${sqlList([...keys, time])}, ${pause === undefined ? sql`NULL` : before} AS before
    FROM (${rows}) WHERE ${present}`
  const sessions =
    pause === undefined
      ? sql`0`
      : sql`sum(if(${time} - before > ${pause}, 1, 0)) OVER (PARTITION BY ${by} ORDER BY ${time} ASC)`
  const withSession = sql`SELECT ${sqlList([...keys, time])}, ${sessions} AS session FROM (${withBefore})`
  const first = sql`min(${time}) OVER (PARTITION BY ${sqlList([...keys, sql`session`])})`
  const parts = most === undefined ? sql`0` : sql`floor((${time} - ${first}) / ${most})`
  const withPart = sql`SELECT *, ${parts} AS part FROM (${withSession})`
  const figures = [
    sql`min(${time}) AS ${columnSql(step.start)}`,
    sql`max(${time}) AS ${columnSql(step.end)}`,
    sql`max(${time}) - min(${time}) AS ${columnSql(step.duration)}`,
    sql`toFloat64(count()) AS ${columnSql(step.count)}`,
  ]
  return sql`SELECT ${sqlList([...keys, ...figures])} FROM (${withPart})
    GROUP BY ${sqlList([...keys, sql`session`, sql`part`])}`
}

/** The found values are a table of their own, which the engine looks up by its keys. Empty values are missing. */
function joinedSql(rows: Sql, { key, outputs }: StepJoin, joined: JoinedValues): Sql {
  const ids = outputs.map(({ id }) => id)
  const text = key.type === 'nothing' ? sql`''` : sql`ifNull(${expressionSql(key)}, '')`
  const [first = 0] = ids
  const asked = sqlName(`asked${first}`)
  const known = sqlName(`known${first}`)
  const pairs = [...joined].map(([from, values]) => sql`(${sqlList([from, ...ids.map((_, at) => values[at] ?? '')])})`)
  if (pairs.length === 0) {
    const missing = ids.map((id) => sql`${NULL_OF.text} AS ${columnSql(id)}`)
    return sql`SELECT *, ${sqlList(missing)} FROM (${rows})`
  }
  const found = ids.map((id, at) => sql`nullIf(tupleElement(pair, ${at + 2}), '') AS ${columnSql(id)}`)
  const table = sql`SELECT tupleElement(pair, 1) AS ${known}, ${sqlList(found)}
    FROM (SELECT arrayJoin([${sqlList(pairs)}]) AS pair)`
  return sql`SELECT asking.*, ${sqlList(ids.map(columnSql))}
    FROM (SELECT *, ${text} AS ${asked} FROM (${rows})) AS asking
    ANY LEFT JOIN (${table}) AS found ON ${asked} = ${known}`
}

const COLUMN_TYPES: Readonly<Record<StepType, Sql>> = {
  text: sql`Nullable(String)`,
  number: sql`Nullable(Float64)`,
  time: sql`Nullable(Float64)`,
  boolean: sql`Nullable(UInt8)`,
  nothing: sql`Nullable(String)`,
}
const NULL_OF: Readonly<Record<StepType, Sql>> = {
  text: sql`CAST(NULL AS ${COLUMN_TYPES.text})`,
  number: sql`CAST(NULL AS ${COLUMN_TYPES.number})`,
  time: sql`CAST(NULL AS ${COLUMN_TYPES.time})`,
  boolean: sql`CAST(NULL AS ${COLUMN_TYPES.boolean})`,
  nothing: sql`CAST(NULL AS ${COLUMN_TYPES.nothing})`,
}

/** A constant as a column of its own needs a type. */
const columnValueSql = (value: StepExpression): Sql =>
  value.type === 'nothing' ? NULL_OF.nothing : expressionSql(value)

function expressionSql(expression: StepExpression): Sql {
  const { type } = expression
  if (type === 'nothing') return sql`NULL`
  if (expression.kind === 'column') return columnSql(expression.id)
  if (expression.kind === 'literal') return literalSql(expression.value, type)
  const args = expression.args.map((arg): TypedSql => ({ sql: expressionSql(arg), type: arg.type }))
  const written = callSql(expression, args, type)
  if (written.text.length > MAX_STEP_EXPRESSION)
    throw new StepTooLong('An expression is too long: calculate parts of it in steps let of their own.')
  // The engine's own type of what is always missing cannot be a column.
  return args.some((arg) => arg.type === 'nothing') ? sql`CAST(${written} AS ${COLUMN_TYPES[type]})` : written
}

function literalSql(value: string | number | boolean | null, type: StepType): Sql {
  if (value === null) return NULL_OF[type]
  if (typeof value === 'string') return sql`${value}`
  return typeof value === 'boolean' ? sql`${value ? 1 : 0}` : sql`toFloat64(${String(value)})`
}
