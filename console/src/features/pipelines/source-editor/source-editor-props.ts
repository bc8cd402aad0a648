import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import type { Ref } from 'react'
import type { SourceProblem } from './parse-errors.ts'

export interface SourceEditorHandle {
  /** Replaces the selection, and continues behind the text. */
  insert(text: string): void
  /** Moves the caret to a problem. */
  goTo(problem: SourceProblem): void
  undo(): void
  redo(): void
}

/** What can be completed. */
export interface SourceCompletion {
  readonly functions: readonly FunctionDescriptor[]
  /** The names of fields that messages have. */
  readonly fields: readonly string[]
  /** In a pipeline: the titles of rules. */
  readonly rules: readonly string[]
}

export interface SourceEditorProps {
  readonly language: 'rule' | 'pipeline'
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problems: readonly SourceProblem[]
  readonly completion: SourceCompletion
  readonly isReadOnly?: boolean
  /** Ctrl+S, or Command+S. */
  readonly onSave?: (() => void) | undefined
  readonly handle?: Ref<SourceEditorHandle>
}
