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

/** What the code editor needs beyond its text. */
export interface EditedSource {
  readonly language: 'rule' | 'pipeline'
  readonly problems: readonly SourceProblem[]
  readonly completion: SourceCompletion
  /** Ctrl+S, or Command+S. */
  readonly onSave: (() => void) | undefined
}
