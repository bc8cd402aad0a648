/** Conditions of wildcards and regular expressions, which must match the whole text. */

import type { WildcardPart } from '../query/query-tree.ts'
import { type Sql, sql } from '../sql/sql.ts'

/** `%` and `_` of LIKE match line breaks, too, as wildcards do. */
export function likeCondition(parts: readonly WildcardPart[]): (value: Sql) => Sql {
  const pattern = sql`${likePattern(parts)}`
  return (value) => sql`${value} LIKE ${pattern}`
}

function likePattern(parts: readonly WildcardPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'any') return '%'
      return part.kind === 'one' ? '_' : likeText(part.text)
    })
    .join('')
}

/** Escapes a text for LIKE. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** `pattern` in the syntax of RE2. */
export function matchCondition(pattern: string): (value: Sql) => Sql {
  const whole = sql`${`\\A(?:${pattern})\\z`}`
  return (value) => sql`match(${value}, ${whole})`
}

/** Escapes a text for RE2. */
export const quotedPattern = (text: string): string => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')

/** A LIKE pattern of all texts that contain the wildcard's literals in order. */
export function likeAround(parts: readonly WildcardPart[], write: (literal: string) => string): string {
  const literals = parts.flatMap((part) => (part.kind === 'literal' ? [likeText(write(part.text))] : []))
  return ['', ...literals, ''].join('%')
}
