import type { DatabaseSync } from 'node:sqlite'
import { foldCase } from '@logyard/languages/list-query/fold-case'
import type { ListQuery, ListQueryChunk, ListQueryValue } from '@logyard/languages/list-query/list-query'
import { numberIn } from '@logyard/languages/list-query/matches-list-query'

export interface SqlPart {
  readonly text: string
  readonly params: readonly (string | number | null)[]
}

const COMPARISONS = { greater: '>', 'greater-or-equal': '>=', less: '<', 'less-or-equal': '<=' } as const

/** SQLite folds the case of ASCII letters only, and prints some numbers differently from JSON. */
export function registerListFunctions(db: DatabaseSync): void {
  db.function('logyard_fold', { deterministic: true }, (text) => (typeof text === 'string' ? foldCase(text) : null))
  db.function('logyard_number', { deterministic: true, useBigIntArguments: true }, (value) => String(Number(value)))
}

/** The JSON path of a top-level field, a parameter for json_extract and similar functions. */
export function fieldPath(field: string): string {
  if (!/^\w+$/.test(field)) throw new TypeError(`documents cannot be listed by ${JSON.stringify(field)}`)
  return `$."${field}"`
}

/** A list's filter as a condition over `body`. It matches the same documents as `matchesListQuery`. */
export function compileListQuery(query: ListQuery): SqlPart {
  const parts = query.chunks.map(compileChunk)
  return { text: ['1', ...parts.map((part) => part.text)].join(' AND '), params: parts.flatMap((part) => part.params) }
}

function compileChunk({ field, negated, values }: ListQueryChunk): SqlPart {
  const alternatives = values.map(compileValue)
  const path = fieldPath(field)
  return {
    // json_each yields a single value and the items of a list alike, but also the members of an object.
    text: `${negated ? 'NOT ' : ''}EXISTS (
      SELECT 1 FROM (
        SELECT type, value, CASE
          WHEN type = 'text' THEN value
          WHEN type IN ('true', 'false') THEN type
          WHEN type IN ('integer', 'real') THEN logyard_number(value)
        END AS text
        FROM json_each(document.body, ?) WHERE json_type(document.body, ?) <> 'object'
      ) WHERE ${alternatives.map((part) => part.text).join(' OR ')}
    )`,
    params: [path, path, ...alternatives.flatMap((part) => part.params)],
  }
}

function compileValue({ operator, text }: ListQueryValue): SqlPart {
  if (operator === 'contains') return { text: 'instr(logyard_fold(text), ?) > 0', params: [foldCase(text)] }
  if (operator === 'equals') return { text: 'text = ?', params: [text] }
  const sign = COMPARISONS[operator]
  return {
    text: `CASE WHEN type IN ('integer', 'real') THEN value ${sign} ? ELSE text ${sign} ? END`,
    params: [numberIn(text) ?? null, text],
  }
}
