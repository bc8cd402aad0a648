import type { ParseError } from '@logyard/contract/pipelines/parse-errors'
import { ApiError } from '../../../api/api-error.ts'
import { isRecord } from '../../../ui/is-record.ts'

/** Where a source is wrong. */
export type SourceProblem = Pick<ParseError, 'line' | 'position_in_line' | 'reason'>

/** The errors of a source that the server refused; `undefined` for any other failure. */
export function parseErrorsOf(error: unknown): readonly SourceProblem[] | undefined {
  if (!(error instanceof ApiError) || error.status !== 400 || !Array.isArray(error.body)) return undefined
  return error.body.flatMap((one: unknown) => (isProblem(one) ? [one] : []))
}

const isProblem = (value: unknown): value is SourceProblem =>
  isRecord(value) &&
  typeof value['line'] === 'number' &&
  typeof value['position_in_line'] === 'number' &&
  typeof value['reason'] === 'string'

/** The offset of a problem; at the end of its line, or of the text, if these are shorter by now. */
export function offsetIn(text: string, { line, position_in_line: column }: SourceProblem): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return Math.min(text.length, before + Math.min(Math.max(0, column), lines[line - 1]?.length ?? 0))
}
