import type { DatabaseSync } from 'node:sqlite'
import type { ListQuery, ListQueryValue } from '@logyard/languages/list-query/list-query'

export interface SqlPart {
  readonly text: string
  readonly params: readonly string[]
}

const FOLD = 'logyard_fold'

/** SQLite folds only ASCII: this makes `contains` ignore case in every alphabet, as the query language promises. */
export function registerFold(db: DatabaseSync): void {
  db.function(FOLD, { deterministic: true }, (value) => (value === null ? null : String(value).toLowerCase()))
}

/** The field of a document as text; `NULL` where it has none. */
export const fieldSql = (field: string): SqlPart => ({
  text: 'CAST(json_extract(body, ?) AS TEXT)',
  params: [`$."${field.replaceAll('"', '')}"`],
})

/** A list's filter as a condition over `body`. */
export function compileListQuery(query: ListQuery): SqlPart {
  const parts = query.chunks.map(({ field, negated, values }): SqlPart => {
    const alternatives = values.map((value) => compileValue(field, value))
    const condition = `coalesce((${alternatives.map((part) => part.text).join(' OR ')}), 0)`
    return {
      text: negated ? `NOT ${condition}` : condition,
      params: alternatives.flatMap((part) => part.params),
    }
  })
  return { text: ['1', ...parts.map((part) => part.text)].join(' AND '), params: parts.flatMap((part) => part.params) }
}

const COMPARISONS = { equals: '=', greater: '>', 'greater-or-equal': '>=', less: '<', 'less-or-equal': '<=' } as const

function compileValue(field: string, { operator, text }: ListQueryValue): SqlPart {
  const stored = fieldSql(field)
  if (operator === 'contains') {
    return { text: `instr(${FOLD}(${stored.text}), ${FOLD}(?)) > 0`, params: [...stored.params, text] }
  }
  return { text: `${stored.text} ${COMPARISONS[operator]} ?`, params: [...stored.params, text] }
}
