/** Tables of SQL that users write: it reads a relation with the messages of the caller's scope, and no table. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { SqlRequest } from '@logyard/contract/search/sql'
import type { QueryTable, QueryTableColumn } from '@logyard/contract/search/tables'
import { compileCondition } from '@logyard/languages/query-sql/compile-condition'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { COLUMN_FIELDS, fieldSql } from '@logyard/languages/query-sql/message-field'
import { stepFieldType } from '@logyard/languages/query-steps-sql/step-field-type'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { readUserSql, USER_RELATION, type UserSql } from '@logyard/languages/sql/user-sql'
import type { Caller } from '../../http/caller.ts'
import type { MessageSelections, SelectedMessages } from '../insights/message-selections.ts'
import { createQueryTexts } from '../plan/query-texts.ts'
import type { RunningTables } from '../run/running-tables.ts'
import { effectiveRange } from '../scope/effective-range.ts'
import type { AnswerBudget } from '../statements/answer-memory.ts'
import type { SearchEngine, SearchEngines, SqlOptions } from '../statements/search-engine.ts'
import { sqlFailure, sqlRefused } from './sql-errors.ts'

interface RunOptions {
  readonly budget: AnswerBudget
  readonly signal: AbortSignal
}

export type SqlTables = ReturnType<typeof createSqlTables>

const DEFAULT_ROWS = 1000
/** Columns of `SELECT *`, besides those that the statement names. */
const USUAL = [FIELD.timestamp, FIELD.source, FIELD.message]

export function createSqlTables({
  selections,
  engine,
  running,
}: {
  readonly selections: MessageSelections
  readonly running: RunningTables
  readonly engine: Pick<SearchEngines, 'of'>
}) {
  return {
    /** Throws for what is wrong with the statement, and for streams that are not the caller's. */
    async run(caller: Caller, request: SqlRequest, { budget, signal }: RunOptions): Promise<QueryTable> {
      const { sql: text, limit = DEFAULT_ROWS, tag, ...selection } = request
      const read = readStatement(text)
      const selected = await selections.select(caller, selection)
      const about = { kind: 'sql', text, range: selected.range, streams: selection.streams, tag } as const
      const table = await running.run(caller, about, signal, (options) =>
        statementTable({ read, limit }, selected, {
          engine: engine.of({ user: caller.userId, budget }),
          allowLeadingWildcard: selections.allowLeadingWildcard,
          options,
        }),
      )
      return { ...table, effective_timerange: effectiveRange(selected.range) }
    },
  }
}

/** Throws for what is wrong with the statement. */
export function readStatement(text: string): UserSql {
  const read = readUserSql(text)
  if (!read.ok) throw sqlRefused(read.problem)
  return read.sql
}

/** The rows of a statement over messages within somebody's permission. */
export async function statementTable(
  { read, limit }: { readonly read: UserSql; readonly limit: number },
  selected: Pick<SelectedMessages, 'from' | 'schema' | 'nowMs'>,
  {
    engine,
    allowLeadingWildcard,
    options,
  }: { readonly engine: SearchEngine; readonly allowLeadingWildcard: boolean; readonly options: SqlOptions },
): Promise<Omit<QueryTable, 'effective_timerange'>> {
  const columns = await columnsOf(read, selected, allowLeadingWildcard)
  // The engine moves no condition below a LIMIT. Otherwise it might evaluate one on a message outside of the scope, and
  // its error would tell a value.
  const messages = sql`SELECT ${sqlList(columns)} FROM ${selected.from()} LIMIT ${sqlInteger(Number.MAX_SAFE_INTEGER)}`
  const statement = sql`WITH ${sqlName(USER_RELATION)} AS (${messages})
    SELECT * FROM (${read.statement}) LIMIT ${sqlInteger(limit + 1)}`
  const [names = [], types = [], ...rows] = await engine
    .rows(statement, { ...options, hasHeader: true })
    .catch((error: unknown) => {
      throw sqlFailure(error)
    })
  const shown = types.map((type, at) => columnOf(nameOf(names[at]), String(type)))
  return {
    columns: shown,
    is_complete: rows.length <= limit,
    chart: chartOf(shown),
    datarows: rows.slice(0, limit).map((row) => shown.map(({ type }, at) => valueOnWire(row[at], type))),
  }
}

/** A column for each field that the statement may name, and for each of its queries. */
async function columnsOf(
  { names, queries }: UserSql,
  { schema, nowMs }: Pick<SelectedMessages, 'schema' | 'nowMs'>,
  allowLeadingWildcard: boolean,
): Promise<readonly Sql[]> {
  const isField = (name: string) => COLUMN_FIELDS.includes(name) || schema.types(name).length > 0
  const fields = new Set([...USUAL, ...[...names].filter(isField)])
  const texts = createQueryTexts(allowLeadingWildcard)
  const conditions: Sql[] = []
  for (const [at, query] of queries.entries()) {
    const condition = compileCondition(await texts.parse(query), schema, nowMs)
    conditions.push(sql`(${condition}) AS ${sqlName(`query_${at + 1}`)}`)
  }
  return [...[...fields].map((name) => sql`${columnSql(name, schema)} AS ${sqlName(name)}`), ...conditions]
}

function columnSql(name: string, schema: FieldSchema): Sql {
  if (name === FIELD.timestamp) return sql`timestamp`
  if (name === FIELD.streams) return fieldSql(name, schema).texts
  const { text, number } = fieldSql(name, schema)
  return stepFieldType(schema)(name) === 'number' ? sql`${number} + 0` : text
}

/** A statement may call a column by the name of the relation. */
const nameOf = (name: unknown): string => String(name).replaceAll(USER_RELATION, 'messages')

/** Types of the engine: `Nullable(Float64)`, `LowCardinality(String)`, `DateTime64(3, 'UTC')`. */
function columnOf(name: string, type: string): QueryTableColumn {
  if (/^(?:\w+\()*(?:U?Int|Float|BFloat|Decimal)\d*/.test(type) && !/^(?:Array|Map|Tuple)/.test(type))
    return { name, type: 'number' }
  if (/^(?:\w+\()*(?:Date|DateTime)(?:32|64)?\b/.test(type) && !/^(?:Array|Map|Tuple)/.test(type))
    return { name, type: 'time' }
  if (/^(?:\w+\()*Bool\b/.test(type) && !/^(?:Array|Map|Tuple)/.test(type)) return { name, type: 'boolean' }
  return { name, type: 'text' }
}

/** Figures behind columns that tell the rows apart are drawn. */
function chartOf(columns: readonly QueryTableColumn[]): QueryTable['chart'] {
  const keys = columns.findIndex(({ type }) => type === 'number')
  if (keys < 1 || columns.slice(keys).some(({ type }) => type !== 'number')) return null
  return { over: columns[0]?.type === 'time' ? 'time' : 'values', keys }
}

function valueOnWire(value: unknown, type: QueryTableColumn['type']): string | number | boolean | null {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'number':
      return Number.isFinite(Number(value)) ? Number(value) : null
    case 'boolean':
      return value === true || value === 1
    case 'time':
      return `${String(value).replace(' ', 'T')}${String(value).includes(' ') ? 'Z' : 'T00:00:00Z'}`
    case 'text':
      return typeof value === 'string'
        ? value
        : JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  }
}
