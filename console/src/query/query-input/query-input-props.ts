import type { FieldValueCount } from '@logyard/contract/search/field-insights'
import type { CompletableField } from '@logyard/languages/query/editor/complete-query'
import type { StepCompletion } from '@logyard/languages/query-steps/complete-steps'
import type { ReactNode, Ref } from 'react'
import type { CodeFieldHandle } from '../../ui/code-field/code-field-props.ts'
import type { QueryProblem } from './query-problem.ts'
import type { QueryHistory } from './use-query-history.ts'

export interface QueryCompletion {
  /** Every field that the user may see. */
  readonly fields: readonly CompletableField[]
  /** The most common values of a field with this prefix. */
  readonly values: (field: string, input: string, signal: AbortSignal) => Promise<readonly FieldValueCount[]>
  /** Completions within steps; `query` in front of them. Absent where a query has no steps. */
  readonly steps?: (text: string, position: number) => Promise<StepCompletion | 'query' | undefined>
}

/** The parts of a query input that its editor needs besides the text. */
export interface QueryTools {
  readonly onRun: () => void
  readonly history: QueryHistory
  /** Problems to underline; the page also shows them in words. */
  readonly problems: readonly QueryProblem[]
  /** Absent: no completion. */
  readonly completion: QueryCompletion | undefined
}

export interface QueryInputProps extends QueryTools {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly describedBy: string
  /** Handle for the shortcut that focuses the query. */
  readonly handle: Ref<CodeFieldHandle>
  /** Shown at the end of the field. */
  readonly end?: ReactNode
}
