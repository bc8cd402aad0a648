/** Fields of messages as columns of an export: SQL that makes the very text, so that rows never pass through us. */
import type { FieldSchema, StoredType } from '@logyard/languages/query/sql/field-schema'
import { COLUMN_FIELDS, typedPath } from '@logyard/languages/query/sql/message-field'
import { sqlIdentifier, sqlString } from '@logyard/languages/query/sql/sql-literal'

/** ISO 8601 with milliseconds. */
const ISO_TIMESTAMP = "concat(substring(toString(timestamp), 1, 10), 'T', substring(toString(timestamp), 12), 'Z')"

/** Columns of the table; where an empty value is a field that is missing, NULL. */
const COLUMNS: Readonly<Record<string, string>> = {
  _id: 'toString(id)',
  _index: 'toString(`index`)',
  timestamp: ISO_TIMESTAMP,
  source: 'source',
  message: 'message',
  full_message: "nullIf(full_message, '')",
  streams: 'streams',
  gl2_source_input: "nullIf(gl2_source_input, '')",
  gl2_source_node: "nullIf(gl2_source_node, '')",
  gl2_remote_ip: "nullIf(gl2_remote_ip, '')",
  gl2_remote_port: 'nullIf(gl2_remote_port, 0)',
  gl2_message_id: 'gl2_message_id',
  gl2_accounted_message_size: 'gl2_accounted_message_size',
}

const columnOf = (field: string): string | undefined =>
  COLUMN_FIELDS.includes(field) && Object.hasOwn(COLUMNS, field) ? COLUMNS[field] : undefined

/** Nullable(String): lists as `[a, b]`, NULL without the field. */
export function textColumn(field: string, schema: FieldSchema): string {
  if (field === 'streams') return listText('streams', 'x')
  const column = columnOf(field)
  if (column !== undefined) return `toString(${column})`
  const texts = schema.types(field).map((type) => textOfType(field, type))
  const [only] = texts
  if (only === undefined) return 'CAST(NULL AS Nullable(String))'
  return texts.length === 1 ? only : `coalesce(${texts.join(', ')})`
}

function textOfType(field: string, type: StoredType): string {
  const path = typedPath(field, type)
  if (type.startsWith('Array(')) return listText(path, "ifNull(toString(x), '')")
  return type === 'String' ? path : `toString(${path})`
}

const listText = (list: string, element: string): string =>
  `if(empty(${list}), NULL, concat('[', arrayStringConcat(arrayMap(x -> ${element}, ${list}), ', '), ']'))`

/** A line of a table is one line of text: line breaks are written as two backslashes and a letter. */
export const inOneLine = (text: string): string =>
  `replaceAll(replaceAll(${text}, '\\n', ${sqlString('\\\\n')}), '\\r', ${sqlString('\\\\r')})`

/** The value as it is, under the field's own name. */
export function jsonColumn(field: string, schema: FieldSchema): string {
  return `${columnOf(field) ?? dynamicValue(field, schema.types(field))} AS ${sqlIdentifier(field)}`
}

/** Values of any type are much slower to read than those of one. */
function dynamicValue(field: string, types: readonly StoredType[]): string {
  const [type] = types
  if (type === undefined) return 'NULL'
  const isScalar = types.length === 1 && !type.startsWith('Array(')
  return isScalar ? typedPath(field, type) : `fields.${sqlIdentifier(field)}`
}
