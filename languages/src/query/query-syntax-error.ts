import type { Span } from './query-tree.ts'

/** Why and where a query is invalid, as a sentence for the user who typed it. */
export interface QuerySyntaxError extends Span {
  readonly message: string
}
