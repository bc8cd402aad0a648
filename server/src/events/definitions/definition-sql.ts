/** The statement that a condition amounts to, in the vocabulary of SQL that users write. Only read, never run. */
import type { DefinitionSql } from '@logyard/contract/events/event-definitions'
import type { Expression, NumberExpr } from '@logyard/contract/events/expressions'
import type {
  AggregationConfig,
  AggregationSeries,
  ProcessorConfig,
  StepsConfig,
} from '@logyard/contract/events/processor-configs'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { stepFieldType } from '@logyard/languages/query-steps-sql/step-field-type'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { readUserSql } from '@logyard/languages/sql/user-sql'
import { stepsSql } from '@logyard/languages/widget-sql/steps-sql'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LookUpValues } from '../../search/plan/lookup-parameters.ts'
import type { EventProcessors } from '../event-processors.ts'
import type { StoredDefinition } from './definition-store.ts'
import { filledQuery } from './filled-query.ts'

interface StatementParts {
  readonly schema: FieldSchema
  readonly grokPatterns: ReadonlyMap<string, string>
  readonly nowMs: number
}

export type DefinitionSqlOf = (
  caller: Caller,
  definition: StoredDefinition,
  signal: AbortSignal,
) => Promise<DefinitionSql>

export const createDefinitionSql =
  (deps: {
    readonly processors: EventProcessors
    readonly schema: () => FieldSchema | Promise<FieldSchema>
    readonly grokPatterns: () => ReadonlyMap<string, string>
    /** Lookups in tables that the caller may read; others are as empty. */
    readonly lookUpFor: (caller: Caller) => LookUpValues
    readonly clock: Clock
  }): DefinitionSqlOf =>
  async (caller, { config }, signal) => {
    const processor = deps.processors.find(config)
    return {
      sql:
        statementOf(config, {
          schema: await deps.schema(),
          grokPatterns: deps.grokPatterns(),
          nowMs: deps.clock.now().getTime(),
        }) ?? null,
      query: await filledQuery(config, deps.lookUpFor(caller), signal),
      streams: [...(processor?.streamsOf(config) ?? [])],
      window_ms: processor?.timing(config).windowMs ?? 0,
    }
  }

/** Undefined for conditions that look at more than the messages of one window, and for steps that join tables. */
function statementOf(config: ProcessorConfig, parts: StatementParts): string | undefined {
  const made = madeStatement(config, parts)
  // Names may have characters that SQL of users cannot write.
  return made !== undefined && readUserSql(made).ok ? made : undefined
}

function madeStatement(config: ProcessorConfig, parts: StatementParts): string | undefined {
  switch (config.type) {
    case 'sql-v1':
      return config.sql
    case 'steps-v1':
      return stepsStatement(config, parts)
    case 'aggregation-v1':
      return config.series.length === 0 ? FILTER : aggregationStatement(config).text
    default:
      return undefined
  }
}

const FILTER = `SELECT timestamp, source, message
FROM messages
ORDER BY timestamp
LIMIT 1000`

const LINE = sql`
`
const AND = sql` AND `

function aggregationStatement({ group_by: groups, series, conditions }: AggregationConfig): Sql {
  const keys = groups.map(sqlName)
  const figures = series.map((one) => sql`${figureSql(one)} AS ${sqlName(nameOf(one))}`)
  const names = new Map(series.map((one) => [one.id ?? one.function, nameOf(one)]))
  const expression = conditions?.expression ?? undefined
  return joinSql(
    [
      sql`SELECT ${sqlList([...keys, ...figures])}`,
      sql`FROM messages`,
      ...(keys.length === 0
        ? []
        : [
            sql`WHERE ${joinSql(
              keys.map((key) => sql`${key} IS NOT NULL`),
              AND,
            )}`,
            sql`GROUP BY ${sqlList(keys)}`,
          ]),
      ...(expression === undefined ? [] : [sql`HAVING ${conditionSql(expression, names)}`]),
    ],
    LINE,
  )
}

const nameOf = ({ function: name, field }: AggregationSeries) => `${name}(${field ?? ''})`

function figureSql({ function: name, field }: AggregationSeries): Sql {
  const value = field ? sqlName(field) : undefined
  if (value === undefined) return sql`count()`
  switch (name) {
    case 'count':
      return sql`count(${value})`
    case 'card':
      return sql`uniqExact(${value})`
    case 'sum':
      return sql`ifNull(sum(${value}), 0)`
    case 'avg':
      return sql`avg(${value})`
    case 'min':
      return sql`min(${value})`
    case 'max':
      return sql`max(${value})`
    case 'stddev':
      return sql`stddevPop(${value})`
    case 'variance':
      return sql`varPop(${value})`
    case 'sumofsquares':
      return sql`sum(${value} * ${value})`
  }
}

/** A comparison with a figure that is missing is not met. */
function conditionSql(expression: Expression, names: ReadonlyMap<string, string>): Sql {
  const side = (one: NumberExpr): Sql =>
    one.expr === 'number' ? sql`${one.value}` : sqlName(names.get(one.ref) ?? one.ref)
  switch (expression.expr) {
    case 'true':
      return sql`true`
    case '&&':
      return sql`(${conditionSql(expression.left, names)} AND ${conditionSql(expression.right, names)})`
    case '||':
      return sql`(${conditionSql(expression.left, names)} OR ${conditionSql(expression.right, names)})`
    case '!':
      return sql`NOT ifNull(${conditionSql(expression.left, names)}, 0)`
    case 'group':
      return sql`(${conditionSql(expression.child, names)})`
    default:
      return sql`${side(expression.left)} ${COMPARISONS[expression.expr]} ${side(expression.right)}`
  }
}

const COMPARISONS = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=`, '==': sql`=` } as const

function stepsStatement(config: StepsConfig, { schema, grokPatterns, nowMs }: StatementParts): string | undefined {
  const { sql: made } = stepsSql(config.steps.toWellFormed().trim(), {
    fieldType: stepFieldType(schema),
    grok: (name) => grokPatterns.get(name),
    nowMs,
    rangeMs: config.search_within_ms,
  })
  return made === '' ? undefined : made
}
