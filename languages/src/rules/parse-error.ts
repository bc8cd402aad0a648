export type RuleErrorType =
  | 'syntax_error'
  | 'undeclared_function'
  | 'undeclared_variable'
  | 'wrong_number_of_arguments'
  | 'missing_required_param'
  | 'must_name_optional_params'
  | 'incompatible_argument_type'
  | 'incompatible_type'
  | 'incompatible_types'
  | 'incompatible_index_type'
  | 'non_indexable'
  | 'invalid_operation'
  | 'invalid_function_argument'

/** A place in a source. Lines count from 1, positions in a line from 0. */
export interface RulePosition {
  readonly line: number
  readonly position_in_line: number
}

/** What is wrong with a source, as the API reports it. */
export interface RuleParseError extends RulePosition {
  readonly type: RuleErrorType
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
