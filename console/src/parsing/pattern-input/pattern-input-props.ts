import type { ReactNode, Ref } from 'react'
import type { CodeFieldHandle, CodeInputProps } from '../../ui/code-field/code-field-props.ts'
import type { MarkedProblem } from '../../ui/code-field/marked-problems.ts'

/** A named grok pattern, as completion and the picker offer it. */
export interface NamedPattern {
  readonly name: string
  readonly pattern: string
}

export interface PatternInputProps {
  /** `regex` has one line and no references. */
  readonly language: 'grok' | 'regex'
  readonly label: string
  /** Shown instead of the label. */
  readonly heading?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** The patterns that `%{` completes. */
  readonly patterns?: readonly NamedPattern[] | undefined
  readonly description?: ReactNode
  readonly placeholder?: string
  readonly error?: ReactNode
  /** Parts to underline. */
  readonly problems?: readonly MarkedProblem[]
  readonly isRequired?: boolean
  readonly handle?: Ref<CodeFieldHandle>
}

export type PatternFieldProps = CodeInputProps & Pick<PatternInputProps, 'language' | 'patterns' | 'problems'>
