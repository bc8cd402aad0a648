/** Wildcards and regular expressions as conditions over a text expression: anchored to the whole of it. */

import type { WildcardPart } from '../query/query-tree.ts'
import { type Sql, sql } from '../sql/sql.ts'

/** `%` and `_` of LIKE take line ends and any character, so a wildcard is just that. */
export function likeCondition(value: Sql, parts: readonly WildcardPart[]): Sql {
  return sql`${value} LIKE ${likePattern(parts)}`
}

function likePattern(parts: readonly WildcardPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'any') return '%'
      return part.kind === 'one' ? '_' : likeText(part.text)
    })
    .join('')
}

/** A text that stands for itself in a pattern of LIKE. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** `pattern` in the syntax of RE2. */
export const matchCondition = (value: Sql, pattern: string): Sql => sql`match(${value}, ${`\\A(?:${pattern})\\z`})`

/** RE2 for characters that stand for themselves. */
export const quotedPattern = (text: string): string => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')

/** A pattern of LIKE that every text matches that holds something the wildcard matches. */
export function likeAround(parts: readonly WildcardPart[], write: (literal: string) => string): string {
  const literals = parts.flatMap((part) => (part.kind === 'literal' ? [likeText(write(part.text))] : []))
  return ['', ...literals, ''].join('%')
}
