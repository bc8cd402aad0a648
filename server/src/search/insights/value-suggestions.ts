/** Suggests field values that start with the input, quickly, from the newest matching messages. */
import type { Suggestions } from '@logyard/contract/search/field-insights'
import { ALWAYS } from '@logyard/languages/query-sql/condition'
import { fieldSql } from '@logyard/languages/query-sql/message-field'
import { sql } from '@logyard/languages/sql/sql'
import { sqlInteger } from '@logyard/languages/sql/sql-parts'
import type { SearchEngine } from '../statements/search-engine.ts'
import { Cells } from './cells.ts'
import type { SelectedMessages } from './message-selections.ts'

export type SuggestValues = (
  selected: SelectedMessages,
  request: { readonly field: string; readonly input: string; readonly limit: number },
  signal: AbortSignal,
) => Promise<Suggestions>

const LOOKED_AT = 200_000
/** Longer values are not useful in a query. */
const MAX_VALUE_CHARACTERS = 200

export function createValueSuggestions({ engine }: { readonly engine: SearchEngine }): SuggestValues {
  return async (selected, { field, input, limit }, signal) => {
    const { exists, texts, text, hasLists } = fieldSql(field, selected.schema)
    const newest = sql`SELECT ${hasLists ? sql`arrayJoin(${texts})` : sql`assumeNotNull(${text})`} AS value
      FROM ${selected.from(undefined, exists)} ORDER BY timestamp DESC LIMIT ${LOOKED_AT}`
    const fits = input === '' ? ALWAYS : sql`startsWithUTF8(lowerUTF8(value), ${input.toLowerCase()})`
    const rows = await engine.rows(
      sql`SELECT value, countIf(${fits} AND lengthUTF8(value) <= ${MAX_VALUE_CHARACTERS}) AS hits, sum(count()) OVER ()
       FROM (${newest}) GROUP BY value ORDER BY hits DESC, value LIMIT ${sqlInteger(limit)}`,
      { signal },
    )
    let lookedAt = 0
    const values = rows.flatMap((row) => {
      const cells = new Cells(row)
      const found = { value: cells.text(), count: cells.number() }
      lookedAt = cells.number()
      return found.count > 0 ? [found] : []
    })
    return { values, is_complete: lookedAt < LOOKED_AT }
  }
}
