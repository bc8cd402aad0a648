import type { ReactNode, Ref } from 'react'
import type { QueryCompletion } from './query-completion.ts'
import type { QueryProblem } from './query-problem.ts'
import type { QueryHistory } from './use-query-history.ts'

/** For the shortcut that focuses the query. */
export interface QueryInputHandle {
  focus(): void
}

export interface QueryFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRun: () => void
  readonly history: QueryHistory
  readonly describedBy: string
  /** Problems to underline; the page also shows them in words. */
  readonly problems: readonly QueryProblem[]
  readonly handle: Ref<QueryInputHandle>
}

export interface QueryInputProps extends QueryFieldProps {
  /** Absent: no completion. */
  readonly completion: QueryCompletion | undefined
  /** Shown at the end of the field. */
  readonly end?: ReactNode
}

/** The selection and focus at the moment when the editor replaced the plain field. */
export interface Caret {
  anchor: number
  head: number
  hasFocus: boolean
  /** The user was typing. */
  hasTyped: boolean
}
