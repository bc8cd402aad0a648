/** A kind of result that a query can be asked for. Each kind has one runner; `search-types.ts` lists them. */
import type { SearchTypeResult } from '@logyard/contract/search-results'
import type { FieldSchema } from '@logyard/languages/query/sql/field-schema'
import type { InstantRange, MessageScope } from './message-scope.ts'
import type { SearchEngine } from './search-engine.ts'

export interface SearchTypeContext {
  /** What it searches: permission, time range and texts are all in it. */
  readonly scope: MessageScope
  /** The effective time range, as in the scope. */
  readonly range: InstantRange
  /** Whether the range came of `relative 0`: from the beginning of time until now. */
  readonly isAllMessages: boolean
  readonly schema: FieldSchema
  readonly engine: SearchEngine
  readonly signal: AbortSignal
  /** The one instant of the whole query. */
  readonly nowMs: number
  /** The scope as an SQL condition over `messages`; of a part of its range, when that is given. */
  where(part?: InstantRange): string
  /** Tells how far back it has seen everything, for those who wait. */
  covered(fromMs: number): void
}

/** Rejects with a `LogyardError` whose message says what is wrong; other errors are faults and are logged. */
export interface SearchTypeRunner<Spec extends { readonly type: string }, Result extends SearchTypeResult> {
  readonly type: Spec['type']
  run(searchType: Spec, context: SearchTypeContext): Promise<Result>
}
