/** A position in a result as a condition on messages: the keys of its groups, and its metric. */
import { existsTerm, fieldTerm, instantsTerm } from './query-composition.ts'
import type { ValuePathPart } from './search-actions.ts'

/** Field types as `/views/fields` names them. */
export type TypeOf = (field: string) => string

export function termOfPart({ field, value, until }: ValuePathPart, typeOf: TypeOf): string {
  if (value === undefined) return existsTerm(field)
  return until === undefined ? fieldTerm(field, value, typeOf(field)) : instantsTerm(field, value, until)
}

export const conditionOf = (path: readonly ValuePathPart[], typeOf: TypeOf): string =>
  path.map((part) => termOfPart(part, typeOf)).join(' AND ')

/** In parentheses if it has several terms, so that `NOT` can precede it. */
export const asOne = (path: readonly ValuePathPart[], typeOf: TypeOf): string =>
  path.length === 1 ? conditionOf(path, typeOf) : `(${conditionOf(path, typeOf)})`
