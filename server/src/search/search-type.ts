/** A kind of result that a query can be asked for. Each kind has one runner; `search-types.ts` lists them. */
import type { SearchTypeResult } from '@logyard/contract/search/search-results'
import type { SearchType } from '@logyard/contract/search/search-types'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { FieldSchema } from '@logyard/languages/query-sql/field-schema'
import type { ScopedSql, Sql } from '@logyard/languages/sql/sql'
import type { NamedStreams } from '../streams/stream-access.ts'
import type { InstantRange, MessageScope } from './scope/message-scope.ts'
import type { SearchEngine } from './statements/search-engine.ts'

const KNOWN: readonly string[] = ['messages', 'events', 'pivot'] satisfies SearchType['type'][]

/** Others are stored as they came: nothing is known of what is in them but the id. */
export const isKnownSearchType = ({ type }: { readonly type: string }): boolean => KNOWN.includes(type)

export interface SearchTypeContext {
  /** What it searches: permission, time range and texts are all in it. */
  readonly scope: MessageScope
  /** The effective time range, as in the scope. */
  readonly range: InstantRange
  /** Whether the range came of `relative 0`: from the beginning of time until now. */
  readonly isAllMessages: boolean
  /** The query's own text, without filters and without that of the search type: what is highlighted. */
  readonly queryText: QueryNode
  readonly schema: FieldSchema
  readonly engine: SearchEngine
  readonly signal: AbortSignal
  /** The one instant of the whole query. */
  readonly nowMs: number
  /** Its own streams, or those of the query: what events must be about. */
  readonly streams: NamedStreams
  /**
   * For the FROM of a SELECT: the messages of the scope, or of a part of its range, when that is given, that satisfy
   * further conditions, too.
   */
  from(part?: InstantRange, ...also: readonly Sql[]): ScopedSql
  /**
   * Tells how far back it has seen everything, for those who wait, and what came out by then: that is what is left when
   * the search is cancelled.
   */
  covered(fromMs: number, soFar?: SearchTypeResult): void
}

/** Rejects with a `LogyardError` whose message says what is wrong; other errors are faults and are logged. */
export interface SearchTypeRunner<Spec extends { readonly type: string }, Result extends SearchTypeResult> {
  readonly type: Spec['type']
  run(searchType: Spec, context: SearchTypeContext): Promise<Result>
}
