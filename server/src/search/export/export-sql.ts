import type { FieldSchema } from '@logyard/languages/query/sql/field-schema'
import { inOneLine, jsonColumn, textColumn } from './export-columns.ts'
import type { ExportFormat } from './export-format.ts'

export interface ExportQuestion {
  /** The condition that messages satisfy. */
  readonly where: string
  readonly schema: FieldSchema
  readonly fields: readonly string[]
  /** No more messages than that. */
  readonly limit: number | undefined
  /** Line breaks within values are written out, as the universal search does. */
  readonly isOneLine: boolean
}

/** Newest first: the order of the table, which the engine reads without holding it. */
export const NEWEST_FIRST = 'ORDER BY timestamp DESC, gl2_message_id DESC'

export const limitSql = (limit: number | undefined): string => (limit === undefined ? '' : `LIMIT ${limit}`)

/** The statement that answers the rows of an export as they are sent. */
export function exportSql({ where, schema, fields, limit, isOneLine }: ExportQuestion, format: ExportFormat): string {
  const columns =
    format === 'csv'
      ? fields.map((field) => (isOneLine ? inOneLine(textColumn(field, schema)) : textColumn(field, schema)))
      : [...new Set(fields)].map((field) => jsonColumn(field, schema))
  const settings = [
    // `timestamp` is the column, not the text that goes under its name.
    'prefer_column_name_to_alias = 1',
    `format_csv_null_representation = ''`,
    'output_format_json_escape_forward_slashes = 0',
    ...(format === 'json' ? ['output_format_json_array_of_rows = 1'] : []),
  ]
  return `SELECT ${columns.join(', ')} FROM messages WHERE ${where} ${NEWEST_FIRST} ${limitSql(limit)}
    SETTINGS ${settings.join(', ')} FORMAT ${format === 'csv' ? 'CSV' : 'JSONEachRow'}`
}
