/** A product that the comparison loads and asks. */
import type { Range } from './question-values.ts'

export interface Answer {
  /** What the products must agree on: the number of matching documents, or a figure of an aggregation. */
  readonly total: number
  /** The number of documents on the page, for questions that have one. */
  readonly page?: number
}

export interface PeerProduct extends AsyncDisposable {
  readonly name: string
  /** Its first process. */
  readonly pid: number
  readonly bulkUrl: string
  /** Finds the number of documents by a search. */
  count(range: Range): Promise<number>
  /** Merges everything, and resolves with the size of the stored documents, indexes included. */
  mergedBytes(): Promise<number>
}

/** Documents per page. */
export const PAGE = 150
