/** A place in a result as a condition on messages: the keys of its groups, and what it measures. */
import { existsTerm, fieldTerm, instantsTerm } from './query-composition.ts'
import type { ValuePathPart } from './search-actions.ts'

/** As `/views/fields` names the types of fields. */
export type TypeOf = (field: string) => string

export function termOfPart({ field, value, until }: ValuePathPart, typeOf: TypeOf): string {
  if (value === undefined) return existsTerm(field)
  return until === undefined ? fieldTerm(field, value, typeOf(field)) : instantsTerm(field, value, until)
}

export const conditionOf = (path: readonly ValuePathPart[], typeOf: TypeOf): string =>
  path.map((part) => termOfPart(part, typeOf)).join(' AND ')

/** What `NOT` can stand before. */
export const asOne = (path: readonly ValuePathPart[], typeOf: TypeOf): string =>
  path.length === 1 ? conditionOf(path, typeOf) : `(${conditionOf(path, typeOf)})`
