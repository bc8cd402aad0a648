/** How many of the matching messages have each field, from a small sample: one statement over the names alone. */
import { FIELD } from '@logyard/contract/messages/message-fields'
import type { FieldCoverage } from '@logyard/contract/search/field-insights'
import { hasColumnValue } from '@logyard/languages/query-sql/field-columns'
import { fieldSql } from '@logyard/languages/query-sql/message-field'
import { type Sql, sql } from '@logyard/languages/sql/sql'
import { sqlInteger, sqlList } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import { evenSample } from './even-sample.ts'
import type { SelectedMessages } from './message-selections.ts'

export type GetFieldCoverage = (selected: SelectedMessages, signal: AbortSignal) => Promise<FieldCoverage>

/** Enough for percentages, and read within a few hundred milliseconds. */
const MAX_LOOKED_AT = 20_000
const SAMPLE_SPANS = 16
const MAX_FIELDS = 5_000

/** Fields with a column of their own that only some messages have. */
const OPTIONAL_COLUMNS = [
  FIELD.fullMessage,
  FIELD.streams,
  FIELD.sourceInput,
  FIELD.sourceNode,
  FIELD.remoteIp,
  FIELD.remotePort,
]
const ALWAYS_PRESENT = [FIELD.timestamp, FIELD.source, FIELD.message, FIELD.messageId, FIELD.accountedSize]

export function createFieldCoverage({ engine }: { readonly engine: SearchEngine }): GetFieldCoverage {
  return async (selected, signal) => {
    const { total, conditions } = await evenSample(engine, selected, {
      messages: MAX_LOOKED_AT,
      spans: SAMPLE_SPANS,
      signal,
    })
    const optional = OPTIONAL_COLUMNS.map(
      (name): Sql => sql`if(${fieldSql(name, selected.schema).exists}, [${name}], [])`,
    )
    const inColumns = selected.schema.columns.all.map(
      (column): Sql => sql`if(${hasColumnValue(column)}, [${column.field}], [])`,
    )
    // Not the value: it would read the texts of all messages.
    const computed = selected.schema.columns.computed.flatMap(({ field, computed }) =>
      computed === undefined ? [] : [sql`if(${computed.mayHave}, [${field}], [])`],
    )
    // Messages that were stored before a field got its column also have it among their other fields.
    const ofSender = sql`arrayDistinct(arrayConcat(${sqlList([sql`JSONAllPaths(fields)`, ...inColumns, ...computed])}))`
    const names = sql`arrayConcat(${ofSender}, [${sqlList(ALWAYS_PRESENT)}], ${sqlList(optional)})`
    const rows = await engine.rows(
      sql`SELECT arrayJoin(${names}) AS name, count() AS messages FROM ${selected.from(undefined, ...conditions)}
       GROUP BY name ORDER BY messages DESC, name LIMIT ${sqlInteger(MAX_FIELDS)}`,
      { signal },
    )
    const fields = rows.map((row) => {
      const cells = new Cells(row)
      return { field: cells.text(), count: cells.number() }
    })
    const lookedAt = fields.find(({ field }) => field === FIELD.timestamp)?.count ?? 0
    return { total, looked_at: lookedAt, fields }
  }
}
