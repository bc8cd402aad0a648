import type { QuerySyntaxError } from './query-syntax-error.ts'
import type { QueryNode } from './query-tree.ts'

export interface ParseQueryOptions {
  /** Whether `*foo` and `?foo` are queries; `*` alone and `field:*` always are. */
  readonly allowLeadingWildcard: boolean
}

export type ParsedQuery =
  | { readonly ok: true; readonly tree: QueryNode }
  | { readonly ok: false; readonly errors: readonly [QuerySyntaxError, ...QuerySyntaxError[]] }

/** Reads a query. Never throws and takes time in proportion to the text, whatever it is. */
export declare function parseQuery(text: string, options: ParseQueryOptions): ParsedQuery
