/** The rows of the table of messages that rows of the earlier table become, as SQL. */
import { type FieldColumn, fieldColumnSql } from '@logyard/languages/query-sql/field-columns'
import {
  MAX_STORED_VALUE_LENGTH,
  OTHER_VALUE,
  storedValue,
  VALUE_SEPARATOR,
} from '@logyard/languages/query-sql/stored-text'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInstant, sqlList, sqlName } from '@logyard/languages/sql/sql-parts'
import { MESSAGE_ID } from '../engine/migrations/005-new-messages.ts'
import { partitionDaySql } from '../messages/partition-day-sql.ts'

/** Rows of one index of the earlier table, of one day, from an instant until before another. */
export interface OldRows {
  readonly index: string
  /** In days since 1970. */
  readonly day: number
  readonly fromMs: number
  readonly untilMs: number
}

const DAY = partitionDaySql({ timestamp: sql`timestamp`, received: sql`received` })

export interface RewrittenRows {
  /** The columns to write. */
  readonly columns: readonly string[]
  /** Those of fields whose values are not in `values`, too. */
  readonly compared: readonly FieldColumn[]
  /** Tells these rows from others of their index that were rewritten before. */
  readonly number: number
}

export function copySql(rows: RewrittenRows, { index, day, fromMs, untilMs }: OldRows): Sql {
  const { columns } = rows
  const values = columns.map((name) => columnValue(name, rows))
  return sql`INSERT INTO staged_messages (${sqlList(columns.map(sqlName))}) SELECT ${sqlList(values)} FROM old_messages
    WHERE \`index\` = ${index} AND timestamp >= ${sqlInstant(fromMs)} AND timestamp < ${sqlInstant(untilMs)} AND ${DAY} = ${day}`
}

function columnValue(column: string, { compared, number }: RewrittenRows): Sql {
  switch (column) {
    case 'day':
      return sql`toDate(${DAY})`
    case 'own_message_id':
      return sql`if(gl2_message_id = ${MESSAGE_ID}, '', gl2_message_id)`
    case 'rewritten':
      return sql`${number}`
    case 'values':
      return compared.reduce(withoutValueOf, sql`values`)
    default:
      return sqlName(column)
  }
}

/** In no text of values: each `~` is followed by another character there. */
const NOWHERE = '~9'

/**
 * The values without that of a column, as they are stored for new messages. Another field may have the same value, which
 * then stays. A long text, and a decimal, may be written otherwise there, and stays too.
 */
function withoutValueOf(values: Sql, column: FieldColumn): Sql {
  const name = fieldColumnSql(column)
  const within = (isThere: Sql, stored: Sql) =>
    sql`if(${isThere}, concat(${VALUE_SEPARATOR}, ${stored}, ${VALUE_SEPARATOR}), ${NOWHERE})`
  const without = (found: Sql) => sql`replaceOne(${values}, ${found}, ${VALUE_SEPARATOR})`
  switch (column.type) {
    case 'String': {
      const isWhole = sql`${name} != '' AND lengthUTF8(${name}) <= ${Math.floor(MAX_STORED_VALUE_LENGTH / 2)}`
      const escaped = sql`replaceAll(replaceAll(toString(${name}), '~', ${storedValue('~')}), ${VALUE_SEPARATOR}, ${storedValue(VALUE_SEPARATOR)})`
      return without(within(isWhole, escaped))
    }
    case 'Int64':
      return without(within(sql`isNotNull(${name})`, sql`concat(${OTHER_VALUE}, toString(assumeNotNull(${name})))`))
    default:
      return values
  }
}

/** Rows of a day, and a sum over what tells one message from another and finds it. */
export interface DaySum {
  readonly day: number
  readonly rows: number
  readonly sum: string
}

const SUM_OF = [
  'id',
  'timestamp',
  'source',
  'message',
  'full_message',
  'stream_ids',
  'gl2_source_input',
  'gl2_source_node',
  'gl2_remote_ip',
  'gl2_remote_port',
  'gl2_accounted_message_size',
  'template',
].map(sqlName)

const sumOf = (messageId: Sql): Sql => sql`toString(sum(cityHash64(${sqlList(SUM_OF)}, ${messageId})))`

/** The sums of the days of an index in the earlier table, with the instants that they begin and end at. */
export const oldSumsSql = (index: string): Sql => sql`
  SELECT ${DAY} AS day, toFloat64(count()) AS rows, ${sumOf(sql`if(gl2_message_id = '', ${MESSAGE_ID}, gl2_message_id)`)} AS sum,
    toFloat64(toUnixTimestamp64Milli(min(timestamp))) AS fromMs,
    toFloat64(toUnixTimestamp64Milli(max(timestamp))) + 1 AS untilMs
  FROM old_messages WHERE \`index\` = ${index} GROUP BY day ORDER BY day DESC`

/** Those of the rows of a rewriting, in the table where they are. */
export const rewrittenSumsSql = (table: 'staged_messages' | 'messages', index: string, number: number): Sql => sql`
  SELECT toUInt16(day) AS day, toFloat64(count()) AS rows, ${sumOf(sql`gl2_message_id`)} AS sum,
    any(_partition_id) AS partition
  FROM ${sqlName(table)} WHERE \`index\` = ${index} AND rewritten = ${number} GROUP BY day ORDER BY day DESC`
