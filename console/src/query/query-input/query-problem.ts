import type { QueryFix } from '@logyard/contract/search/search-validation'

/** A part of a query that is wrong, probably not intended, or worth an explanation. */
export interface QueryProblem {
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  /** Offsets in UTF-16 code units. */
  readonly from: number
  readonly to: number
  /** Best first. */
  readonly fixes?: readonly QueryFix[]
}

export const hasErrors = (problems: readonly QueryProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
