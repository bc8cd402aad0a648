/** A place of a query that is wrong, or probably not meant as it stands. */
export interface QueryProblem {
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** In UTF-16 units. */
  readonly from: number
  readonly to: number
}

export const hasErrors = (problems: readonly QueryProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
