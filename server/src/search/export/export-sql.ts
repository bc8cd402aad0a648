import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { ID_COLUMNS } from '@logyard/languages/query-sql/message-id'
import { type ScopedSql, type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import { inOneLine, jsonColumn, textColumn, withoutFormulas } from './export-columns.ts'
import type { ExportFormat } from './export-format.ts'

export interface ExportSelection {
  /** For the FROM of a SELECT: the selected messages, within the caller's permission. */
  readonly from: ScopedSql
  readonly schema: FieldSchema
  readonly fields: readonly string[]
  /** Maximum number of messages. */
  readonly limit: number | undefined
  /** Line breaks within values are escaped, as in the legacy search. */
  readonly isOneLine: boolean
  /** Cells that a spreadsheet would evaluate as formulas are written as texts. */
  readonly isDefused: boolean
}

/** Fields whose values never look like formulas. */
const HARMLESS_FIELDS: ReadonlySet<string> = new Set(['_id', 'timestamp'])

/** SQL of the text of a cell. */
function cellSql(field: string, { schema, isOneLine, isDefused }: ExportSelection): Sql {
  const text = isOneLine ? inOneLine(textColumn(field, schema)) : textColumn(field, schema)
  return isDefused && !HARMLESS_FIELDS.has(field) ? withoutFormulas(text) : text
}

/** Newest first: the order of the table, which the engine streams without sorting. */
export const NEWEST_FIRST = sql`ORDER BY ${sqlList([sql`timestamp`, ...ID_COLUMNS].map((column) => sql`${column} DESC`))}`

export const limitSql = (limit: number | undefined): Sql =>
  limit === undefined ? sql`` : sql`LIMIT ${sqlInteger(limit)}`

/** The statement whose output is sent to the client unchanged. */
export function exportSql(selection: ExportSelection, format: ExportFormat): ScopedSql {
  const { from, schema, fields, limit } = selection
  const columns =
    format === 'csv'
      ? fields.map((field) => cellSql(field, selection))
      : [...new Set(fields)].map((field) => jsonColumn(field, schema))
  const settings = [
    // `timestamp` means the column, not the text with that alias.
    sql`prefer_column_name_to_alias = 1`,
    sql`format_csv_null_representation = ''`,
    sql`output_format_json_escape_forward_slashes = 0`,
    ...(format === 'json' ? [sql`output_format_json_array_of_rows = 1`] : []),
  ]
  return sql`SELECT ${sqlList(columns)} FROM ${from} ${NEWEST_FIRST} ${limitSql(limit)}
    SETTINGS ${sqlList(settings)} FORMAT ${format === 'csv' ? sql`CSV` : sql`JSONEachRow`}`
}
