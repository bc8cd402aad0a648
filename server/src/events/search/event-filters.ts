/** The filters of an events search, as SQL. */
import type { EventsSearchParameters } from '@logyard/contract/events/events'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import { fieldSql } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlDirection, sqlList } from '@logyard/languages/sql/sql-parts'
import { resolveRange } from '../../search/ranges/resolve-range.ts'

type Filter = NonNullable<EventsSearchParameters['filter']>

export function eventFilters(filter: Filter, schema: FieldSchema, nowMs: number): readonly Sql[] {
  const field = (name: string) => fieldSql(name, schema)
  const filters: Sql[] = []
  const oneOf = (name: string, values: readonly string[] | undefined) => {
    if (values !== undefined && values.length > 0) {
      filters.push(sql`ifNull(${field(name).text}, '') IN (${sqlList(values)})`)
    }
  }
  if (filter.alerts === 'only') filters.push(isAlert(schema))
  if (filter.alerts === 'exclude') filters.push(sql`NOT ${isAlert(schema)}`)
  oneOf('event_definition_id', filter.event_definitions)
  oneOf('priority', filter.priority?.map(String))
  oneOf('key', filter.key)
  if (filter.id !== undefined && filter.id.length > 0) filters.push(sql`own_message_id IN (${sqlList(filter.id)})`)
  if (filter.aggregation_timerange) {
    const { fromMs, toMs } = resolveRange(filter.aggregation_timerange, nowMs)
    // Texts in ISO 8601 with milliseconds have the order of the instants.
    filters.push(sql`ifNull(${field('timerange_start').text}, '~') <= ${new Date(toMs).toISOString()}`)
    filters.push(sql`ifNull(${field('timerange_end').text}, '') >= ${new Date(fromMs).toISOString()}`)
  }
  return filters
}

export const isAlert = (schema: FieldSchema): Sql => sql`ifNull(${fieldSql('alert', schema).text}, '') = 'true'`

/** Fields that no event has, and those that cannot be sorted by, leave the order by time. */
export function eventOrder(sortBy: string, direction: 'asc' | 'desc', schema: FieldSchema): Sql {
  const order = sqlDirection(direction === 'asc' ? 'ASC' : 'DESC')
  const key = sortKey(sortBy, schema)
  const first = key === undefined ? sql`` : sql`${key} ${order} NULLS LAST, `
  return sql`${first}timestamp ${order}, gl2_message_id ${order}`
}

function sortKey(name: string, schema: FieldSchema): Sql | undefined {
  if (name === 'message' || name === 'source') return name === 'message' ? sql`message` : sql`source`
  if (name === 'id') return sql`gl2_message_id`
  if (name === 'timestamp' || schema.types(name).length === 0) return undefined
  const { number, text } = fieldSql(name, schema)
  return name === 'priority' ? number : text
}
