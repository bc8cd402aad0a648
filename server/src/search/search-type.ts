/** What a search type runs with. `search-types.ts` lists the types. */
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { Caller } from '../http/caller.ts'
import type { NamedStreams } from '../streams/stream-access.ts'
import type { Pricer, StatementPrice } from './price/pricer.ts'
import type { InstantRange, MessageScope, MessageSource } from './scope/message-scope.ts'
import type { SearchEngine } from './statements/search-engine.ts'

export interface SearchTypeContext {
  /** Permission, time range and query texts. */
  readonly scope: MessageScope
  /** The effective time range, the same as in the scope. */
  readonly range: InstantRange
  /** Whether the range was `relative 0`: from the beginning of time until now. */
  readonly isAllMessages: boolean
  /** The query's own text, without filters and without the text of the search type. It is highlighted. */
  readonly queryText: QueryNode
  readonly schema: FieldSchema
  readonly engine: SearchEngine
  /** Decorators that reveal more than messages are applied only for a caller. */
  readonly caller?: Caller
  readonly signal: AbortSignal
  /** The same instant for the whole search. */
  readonly nowMs: number
  /** The streams of the search type or else of the query, which events must be about. */
  readonly streams: NamedStreams
  /** The messages of the scope. */
  readonly from: MessageSource
  /**
   * Reports progress: everything from `fromMs` on has been read. `soFar` is the partial result, which becomes the result
   * if the search is cancelled.
   */
  covered(fromMs: number, soFar?: SearchTypeResult): void
}

/** Rejects with a `LogyardError` to tell the client what is wrong; other errors are logged as faults. */
export interface SearchTypeRunner<Spec extends { readonly type: string }, Result extends SearchTypeResult> {
  run(searchType: Spec, context: SearchTypeContext): Promise<Result>
  /** What `run` would read, statement by statement. Without it the price of the search type is unknown. */
  price?(searchType: Spec, context: SearchTypeContext, pricer: Pricer): Promise<readonly StatementPrice[]>
}
