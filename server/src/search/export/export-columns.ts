/** SQL for the columns of an export. The engine writes the final text, so that rows are not processed here. */
import { FORMULA_PATTERN, NEGATIVE_NUMBER_PATTERN } from '@logyard/contract/search/csv-formulas'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { anyValue, COLUMN_FIELDS, typedValue } from '@logyard/languages/query-sql/message-field'
import type { StoredType } from '@logyard/languages/query-sql/stored-types'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlList, sqlName } from '@logyard/languages/sql/sql-parts'

/** ISO 8601 with milliseconds. */
const ISO_TIMESTAMP = sql`concat(substring(toString(timestamp), 1, 10), 'T', substring(toString(timestamp), 12), 'Z')`

/** Columns of the table; NULL for an empty value that means a missing field. */
const COLUMNS: Readonly<Record<string, Sql>> = {
  _id: sql`toString(id)`,
  _index: sql`toString(\`index\`)`,
  timestamp: ISO_TIMESTAMP,
  source: sql`source`,
  message: sql`message`,
  full_message: sql`nullIf(full_message, '')`,
  streams: sql`streams`,
  gl2_source_input: sql`nullIf(gl2_source_input, '')`,
  gl2_source_node: sql`nullIf(gl2_source_node, '')`,
  gl2_remote_ip: sql`nullIf(gl2_remote_ip, '')`,
  gl2_remote_port: sql`nullIf(gl2_remote_port, 0)`,
  gl2_message_id: sql`gl2_message_id`,
  gl2_accounted_message_size: sql`gl2_accounted_message_size`,
}

const columnOf = (field: string): Sql | undefined =>
  COLUMN_FIELDS.includes(field) && Object.hasOwn(COLUMNS, field) ? COLUMNS[field] : undefined

/** Nullable(String): lists as `[a, b]`, NULL without the field. */
export function textColumn(field: string, schema: FieldSchema): Sql {
  if (field === 'streams') return listText(sql`streams`, sql`x`)
  const column = columnOf(field)
  if (column !== undefined) return sql`toString(${column})`
  const texts = schema.types(field).map((type) => textOfType(field, type, schema))
  const [only] = texts
  if (only === undefined) return sql`CAST(NULL AS Nullable(String))`
  return texts.length === 1 ? only : sql`coalesce(${sqlList(texts)})`
}

function textOfType(field: string, type: StoredType, schema: FieldSchema): Sql {
  const value = typedValue(field, type, schema)
  if (type.startsWith('Array(')) return listText(value, sql`ifNull(toString(x), '')`)
  return type === 'String' ? value : sql`toString(${value})`
}

const listText = (list: Sql, element: Sql): Sql =>
  sql`if(empty(${list}), NULL, concat('[', arrayStringConcat(arrayMap(x -> ${element}, ${list}), ', '), ']'))`

/** Replaces line breaks by two backslashes and a letter, so that each message is one line. */
export const inOneLine = (text: Sql): Sql => sql`replaceAll(replaceAll(${text}, '\\n', ${'\\\\n'}), '\\r', ${'\\\\r'})`

/** Starts cells with a quote that a spreadsheet would evaluate as a formula. */
export const withoutFormulas = (text: Sql): Sql =>
  sql`if(match(${text}, ${FORMULA_PATTERN}) AND NOT match(${text}, ${NEGATIVE_NUMBER_PATTERN}), concat(${"'"}, ${text}), ${text})`

/** The unchanged value, under the field's name. */
export function jsonColumn(field: string, schema: FieldSchema): Sql {
  return sql`${columnOf(field) ?? dynamicValue(field, schema)} AS ${sqlName(field)}`
}

/** Reading one typed subcolumn is much faster than reading values of any type. */
function dynamicValue(field: string, schema: FieldSchema): Sql {
  const types = schema.types(field)
  const [type] = types
  if (type === undefined) return sql`NULL`
  const isScalar = types.length === 1 && !type.startsWith('Array(')
  return isScalar ? typedValue(field, type, schema) : anyValue(field, schema)
}
