import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import type { SourceProblem } from './parse-errors.ts'

/** The names that completion offers. */
export interface SourceCompletion {
  readonly functions: readonly FunctionDescriptor[]
  /** The names of fields that messages have. */
  readonly fields: readonly string[]
  /** In a pipeline: the titles of rules. */
  readonly rules: readonly string[]
}

/** The language, problems and completion of the source in the code editor. */
export interface EditedSource {
  readonly language: 'rule' | 'pipeline'
  readonly problems: readonly SourceProblem[]
  readonly completion: SourceCompletion
  /** Ctrl+S, or Command+S. */
  readonly onSave: (() => void) | undefined
}
