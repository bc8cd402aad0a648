import { FULL_TEXT_FIELDS } from '@logyard/contract/messages/message-fields'
import type { MessageSort } from '@logyard/contract/search/search-types'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { COLUMN_FIELDS, fieldSql } from '@logyard/languages/query-sql/message-field'
import { ID_COLUMNS } from '@logyard/languages/query-sql/message-id'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlList } from '@logyard/languages/sql/sql-parts'
import { fieldUnknownToSort, fieldUnsortable } from '../search-errors.ts'

const NEWEST_FIRST: readonly MessageSort[] = [{ field: 'timestamp', order: 'DESC' }]

/**
 * The ORDER BY of a list of messages. Messages without the field come last in both directions. The message id is the last
 * key, so that pages neither repeat nor skip messages with equal values.
 */
export function messageOrder(sort: readonly MessageSort[] | null | undefined, schema: FieldSchema): Sql {
  const order = sort && sort.length > 0 ? sort : NEWEST_FIRST
  const names = new Set(schema.names())
  return sqlList([
    ...order.flatMap((entry) => keysOf(entry, schema, names)),
    ...ID_COLUMNS.map((column) => sql`${column} DESC`),
  ])
}

function keysOf({ field, order }: MessageSort, schema: FieldSchema, names: ReadonlySet<string>): readonly Sql[] {
  if (FULL_TEXT_FIELDS.includes(field)) throw fieldUnsortable(field)
  if (!COLUMN_FIELDS.includes(field) && !names.has(field)) throw fieldUnknownToSort(field)
  const { instant, number, text } = fieldSql(field, schema)
  const direction = sqlDirection(order)
  if (instant !== undefined) return [sql`${instant} ${direction}`]
  // A field may have numbers in some messages and texts in others: first all numbers, then all texts.
  return [sql`${number} ${direction} NULLS LAST`, sql`${text} ${direction} NULLS LAST`]
}
