import { buildTree } from './build-tree.ts'
import { queryParser } from './grammar/query-parser.ts'
import { MAX_QUERY_LENGTH } from './query-length.ts'
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

/** Nobody reads more. */
const MAX_ERRORS = 10

/** Parses a query. Never throws; takes linear time for any text. */
export function parseQuery(text: string, { allowLeadingWildcard }: ParseQueryOptions): ParsedQuery {
  if (text.length > MAX_QUERY_LENGTH) {
    const message = `A query can have at most ${MAX_QUERY_LENGTH} characters`
    return { ok: false, errors: [{ message, from: MAX_QUERY_LENGTH, to: text.length }] }
  }
  // A lone surrogate cannot be stored, so it cannot be searched for either; positions stay the same.
  const query = text.toWellFormed()
  const errors: QuerySyntaxError[] = []
  const items = readItems(query, queryParser.parse(query).cursor(), errors)
  const tree = buildTree({ text: query, allowLeadingWildcard, errors }, items)
  const [first, ...others] = errors.toSorted((one, other) => one.from - other.from).slice(0, MAX_ERRORS)
  return first === undefined ? { ok: true, tree } : { ok: false, errors: [first, ...others] }
}
