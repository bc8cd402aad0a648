import type { FunctionDescriptor } from '@logyard/contract/pipelines/rule-functions'
import type { Ref } from 'react'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import type { SourceProblem } from './parse-errors.ts'

/** The names that completion offers. */
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
  readonly handle?: Ref<CodeFieldHandle>
}
