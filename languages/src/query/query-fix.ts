import type { Span } from './query-tree.ts'

/** A change of the text that resolves a problem: `insert` replaces the span. */
export interface QueryFix extends Span {
  readonly insert: string
}

export const applyFix = (query: string, { from, to, insert }: QueryFix): string =>
  query.slice(0, from) + insert + query.slice(to)
