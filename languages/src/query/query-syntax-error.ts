import type { QueryFix } from './query-fix.ts'
import type { Span } from './query-tree.ts'

/** Why and where a query is invalid, as a sentence for the user who typed it. */
export interface QuerySyntaxError extends Span {
  readonly message: string
  /** Absent where only the user knows what was intended. */
  readonly fix?: QueryFix
}
