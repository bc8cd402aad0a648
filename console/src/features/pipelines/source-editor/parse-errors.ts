import type { ParseError } from '@logyard/contract/pipelines/parse-errors'
import { ApiError } from '../../../api/api-error.ts'

/** Where a source is wrong. */
export type SourceProblem = Pick<ParseError, 'line' | 'position_in_line' | 'reason'>

/** The errors of a source that the server refused; `undefined` for any other failure. */
export function parseErrorsOf(error: unknown): readonly SourceProblem[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 400 || !Array.isArray(error.body)) return undefined
  return error.body.flatMap((one: unknown) => (isProblem(one) ? [one] : []))
}

const isProblem = (value: unknown): value is SourceProblem =>
  typeof value === 'object' &&
  value !== null &&
  'line' in value &&
  typeof value.line === 'number' &&
  'position_in_line' in value &&
  typeof value.position_in_line === 'number' &&
  'reason' in value &&
  typeof value.reason === 'string'
