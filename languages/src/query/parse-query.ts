import { createTreeBuilder } from './build-tree.ts'
import { queryParser } from './grammar/query-parser.ts'
import type { QuerySyntaxError } from './query-syntax-error.ts'
import type { QueryNode } from './query-tree.ts'
import { readItems } from './read-items.ts'

export interface ParseQueryOptions {
  /** Whether `*foo` and `?foo` are queries; `*` alone and `field:*` always are. */
  readonly allowLeadingWildcard: boolean
}

export type ParsedQuery =
  | { readonly ok: true; readonly tree: QueryNode }
  | { readonly ok: false; readonly errors: readonly [QuerySyntaxError, ...QuerySyntaxError[]] }

const MAX_LENGTH = 65_536
/** More than a person would read. */
const MAX_ERRORS = 10

/** Reads a query. Never throws and takes time in proportion to the text, whatever it is. */
export function parseQuery(text: string, { allowLeadingWildcard }: ParseQueryOptions): ParsedQuery {
  if (text.length > MAX_LENGTH) {
    const message = `A query can have at most ${MAX_LENGTH} characters`
    return { ok: false, errors: [{ message, from: MAX_LENGTH, to: text.length }] }
  }
  // A lone half of a character cannot be stored, and so not searched for either; positions stay the same.
  const query = text.toWellFormed()
  const errors: QuerySyntaxError[] = []
  const items = readItems(queryParser.parse(query).cursor(), errors)
  const tree = createTreeBuilder({ text: query, allowLeadingWildcard, errors }).build(items)
  const [first, ...others] = errors.toSorted((one, other) => one.from - other.from).slice(0, MAX_ERRORS)
  return first === undefined ? { ok: true, tree } : { ok: false, errors: [first, ...others] }
}
