/** The SQL of widgets, which users may edit: over the relation `messages`, whose columns are fields (docs/sql.md). */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { MessageSort } from '@logyard/contract/search/search-types'
import { columnName } from '../sql/sql-words.ts'

/** Something that the statement leaves out, or does differently. */
export const SQL_NOTES = [
  'totals',
  'gaps',
  'lists',
  'trend',
  'comparison',
  'events',
  'formulas',
  'decorators',
  'join',
  'grok',
  'raw',
  'now',
  'interval',
  'wrong',
] as const
export type SqlNote = (typeof SQL_NOTES)[number]

export interface WidgetSql {
  readonly sql: string
  readonly notes: readonly SqlNote[]
}

export interface KnownToWidgetSql {
  /** The type of a field in the relation; times other than `timestamp` are texts. */
  readonly typeOf: (field: string) => 'text' | 'number' | 'boolean'
  /** Length of the range, which decides automatic intervals. */
  readonly rangeMs: number
}

interface MessageTable {
  readonly fields: readonly string[]
  readonly hasMessage: boolean
  readonly sort: readonly MessageSort[]
  readonly limit: number
}

/** The rows of a list of messages. */
export function messagesSql({ fields, hasMessage, sort, limit }: MessageTable): string {
  const columns = [...new Set([...fields, ...(hasMessage ? [FIELD.message] : [])])]
  const order = sort.map(({ field, order: direction }) => `${columnName(field)} ${direction}`)
  return [
    `SELECT ${columns.length === 0 ? FIELD.timestamp : columns.map(columnName).join(', ')}`,
    'FROM messages',
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
    `LIMIT ${limit}`,
  ].join('\n')
}
