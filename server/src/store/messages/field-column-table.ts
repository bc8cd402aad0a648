/** The columns of fields in the table of messages. */
import { columnName, type FieldColumn, fieldColumnOf, fieldColumnSql } from '@logyard/languages/query-sql/field-columns'
import { typedPath } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { hasTable, STAGED_MESSAGES } from '../engine/old-messages.ts'
import type { EngineClient } from '../engine/sql-client.ts'

export interface StoredFieldColumn extends FieldColumn {
  /** Only one of several senders had the field when the column was added. */
  readonly isLone?: boolean
}

const LIST = sql`SELECT name, type, comment FROM system.columns WHERE database = currentDatabase() AND table = 'messages'
  AND default_kind = 'DEFAULT' ORDER BY position`
const Rows = Type.Array(Type.Object({ name: Type.String(), type: Type.String(), comment: Type.String() }))

/** Parts of the comment on a column. */
const LONE = 'of one sender'
const IN_VALUES = 'in values as '

const commentOn = ({ isLone, numberInValues }: StoredFieldColumn): string =>
  [...(isLone === true ? [LONE] : []), ...(numberInValues === undefined ? [] : [IN_VALUES + numberInValues])].join(', ')

function readComment(comment: string): Pick<StoredFieldColumn, 'isLone' | 'numberInValues'> {
  const parts = comment.split(', ')
  const number = parts.find((part) => part.startsWith(IN_VALUES))?.slice(IN_VALUES.length)
  return {
    numberInValues: number === undefined ? undefined : Number(number),
    ...(parts.includes(LONE) && { isLone: true }),
  }
}

export async function readFieldColumns(
  client: Pick<EngineClient, 'query'>,
  signal: AbortSignal,
): Promise<readonly StoredFieldColumn[]> {
  const answer = await client.query({ query: LIST, format: 'JSONEachRow', abort_signal: signal })
  return Value.Parse(Rows, await answer.json()).flatMap(({ name, type, comment }) => {
    const column = fieldColumnOf(name)
    if (column === undefined) return []
    const isRepetitive = type.startsWith('LowCardinality')
    return [{ ...column, isRepetitive, ...readComment(comment) }]
  })
}

/**
 * Takes milliseconds: no stored message is read or changed. A column and its indices come in one statement, because a part
 * of the table that was written between them would have no index.
 */
export async function addFieldColumns(
  client: Pick<EngineClient, 'command' | 'query'>,
  columns: readonly StoredFieldColumn[],
  signal: AbortSignal,
): Promise<void> {
  if (columns.length === 0) return
  const alter = async (table: Sql, changes: readonly Sql[]) => {
    await client.command({ query: sql`ALTER TABLE ${table} ${sqlList(changes)}`, abort_signal: signal })
  }
  const isThere = (table: string) => hasTable(client, table, signal)
  const withIndices = columns.flatMap((column) => [addingOf(column), ...indicesOf(column)])
  for (const table of [STAGED_MESSAGES, 'old_messages']) {
    if (await isThere(table)) await alter(sqlName(table), withIndices)
  }
  // Searches that began to read it before the old table was dropped still do.
  if (await isThere('all_messages')) await alter(sql`all_messages`, columns.map(addingOf))
  // The last table: a column that it has is known to be in all of them.
  await alter(sql`messages`, withIndices)
}

/** The default takes the value of a message that was stored without the column from its other fields. */
const addingOf = (column: StoredFieldColumn): Sql =>
  sql`ADD COLUMN IF NOT EXISTS ${fieldColumnSql(column)} ${typeOf(column)}`

/** A column of few messages is read quickly without one, and the index of `values` finds its long texts. */
function indicesOf(column: StoredFieldColumn): readonly Sql[] {
  if (column.numberInValues !== undefined) return []
  const name = fieldColumnSql(column)
  const index = (type: Sql, suffix: string) =>
    sql`ADD INDEX IF NOT EXISTS ${sqlName(columnName(column) + suffix)} ${name} TYPE ${type} GRANULARITY 1`
  return [
    ...(column.type === 'Float64' ? [] : [index(sql`bloom_filter(0.01)`, '_values')]),
    ...(column.type === 'String' ? [] : [index(sql`minmax`, '_range')]),
  ]
}

function typeOf(column: StoredFieldColumn): Sql {
  const { field, type, isRepetitive } = column
  const stored = typedPath(field, type)
  const comment = sql`COMMENT ${commentOn(column)}`
  switch (type) {
    case 'String':
      return isRepetitive
        ? sql`LowCardinality(String) DEFAULT ifNull(${stored}, '') ${comment}`
        : sql`String DEFAULT ifNull(${stored}, '') ${comment} CODEC(ZSTD(3))`
    case 'Int64':
      return sql`Nullable(Int64) DEFAULT ${stored} ${comment} CODEC(T64, ZSTD(1))`
    case 'Float64':
      return sql`Nullable(Float64) DEFAULT ${stored} ${comment}`
    default:
      throw type satisfies never
  }
}
