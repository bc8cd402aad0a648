import type { QueryFix } from '@logyard/contract/search/search-validation'
import type { MarkedProblem } from '../../ui/code-field/marked-problems.ts'

/** A part of a query that is wrong, probably not intended, or worth an explanation. */
export interface QueryProblem extends MarkedProblem {
  /** Best first. */
  readonly fixes?: readonly QueryFix[]
}

export const hasErrors = (problems: readonly QueryProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
