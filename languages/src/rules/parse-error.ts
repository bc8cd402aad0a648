import type { ParseErrorType } from '@logyard/contract/pipelines/parse-errors'

/** A place in a source. Lines count from 1, positions in a line from 0. */
export interface RulePosition {
  readonly line: number
  readonly position_in_line: number
}

/** An error of a source, as the API reports it. */
export interface RuleParseError extends RulePosition {
  readonly type: ParseErrorType
  /** A sentence for the author. */
  readonly reason: string
}

/** Sorted by their place, and each type at most once per place. */
export function sortErrors(errors: readonly RuleParseError[]): readonly RuleParseError[] {
  const byPlace = new Map<string, RuleParseError>()
  for (const error of errors) {
    const key = `${error.line}:${error.position_in_line}:${error.type}`
    if (!byPlace.has(key)) byPlace.set(key, error)
  }
  return [...byPlace.values()].sort((a, b) => a.line - b.line || a.position_in_line - b.position_in_line)
}
