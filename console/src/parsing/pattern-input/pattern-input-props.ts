import type { ReactNode, Ref } from 'react'
import type { QueryProblem } from '../../query/query-input/query-problem.ts'

/** A named grok pattern, as completion and the picker offer it. */
export interface NamedPattern {
  readonly name: string
  readonly pattern: string
}

export interface PatternInputHandle {
  focus(): void
  /** Replaces the selection; the caret ends behind the text. */
  insert(text: string): void
}

export interface PatternInputProps {
  /** `regex` has one line and no references. */
  readonly language: 'grok' | 'regex'
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The patterns that `%{` completes. */
  readonly patterns?: readonly NamedPattern[] | undefined
  readonly description?: ReactNode
  readonly placeholder?: string
  readonly error?: ReactNode
  /** Parts to underline. */
  readonly problems?: readonly QueryProblem[]
  readonly isRequired?: boolean
  readonly handle?: Ref<PatternInputHandle>
}
