/** A part of a query that is wrong or probably not intended. */
export interface QueryProblem {
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** Offsets in UTF-16 code units. */
  readonly from: number
  readonly to: number
}

export const hasErrors = (problems: readonly QueryProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
