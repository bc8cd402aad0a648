import type { Span } from './query-tree.ts'

/** Why a text is no query, as a sentence for the person who typed it, and where. */
export interface QuerySyntaxError extends Span {
  readonly message: string
}
