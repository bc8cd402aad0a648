import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { inOneLine, jsonColumn, textColumn, withoutFormulas } from './export-columns.ts'
import type { ExportFormat } from './export-format.ts'

export interface ExportQuestion {
  /** For the FROM of a SELECT: the messages that may be read and are wanted. */
  readonly from: ScopedSql
  readonly schema: FieldSchema
  readonly fields: readonly string[]
  /** No more messages than that. */
  readonly limit: number | undefined
  /** Line breaks within values are written out, as the universal search does. */
  readonly isOneLine: boolean
  /** Cells of a table that a spreadsheet would calculate are written as texts. */
  readonly isDefused: boolean
}

/** Texts of these are made here, and never begin as a formula. */
const HARMLESS_FIELDS: ReadonlySet<string> = new Set(['_id', 'timestamp'])

/** The text of a cell as the engine writes it. */
function cellSql(field: string, { schema, isOneLine, isDefused }: ExportQuestion): Sql {
  const text = isOneLine ? inOneLine(textColumn(field, schema)) : textColumn(field, schema)
  return isDefused && !HARMLESS_FIELDS.has(field) ? withoutFormulas(text) : text
}

/** Newest first: the order of the table, which the engine reads without holding it. */
export const NEWEST_FIRST = sql`ORDER BY timestamp DESC, gl2_message_id DESC`

export const limitSql = (limit: number | undefined): Sql =>
  limit === undefined ? sql`` : sql`LIMIT ${sqlInteger(limit)}`

/** The statement that answers the rows of an export as they are sent. */
export function exportSql(question: ExportQuestion, format: ExportFormat): ScopedSql {
  const { from, schema, fields, limit } = question
  const columns =
    format === 'csv'
      ? fields.map((field) => cellSql(field, question))
      : [...new Set(fields)].map((field) => jsonColumn(field, schema))
  const settings = [
    // `timestamp` is the column, not the text that goes under its name.
    sql`prefer_column_name_to_alias = 1`,
    sql`format_csv_null_representation = ''`,
    sql`output_format_json_escape_forward_slashes = 0`,
    ...(format === 'json' ? [sql`output_format_json_array_of_rows = 1`] : []),
  ]
  return sql`SELECT ${sqlList(columns)} FROM ${from} ${NEWEST_FIRST} ${limitSql(limit)}
    SETTINGS ${sqlList(settings)} FORMAT ${format === 'csv' ? sql`CSV` : sql`JSONEachRow`}`
}
