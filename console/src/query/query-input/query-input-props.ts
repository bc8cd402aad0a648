import type { ReactNode, Ref } from 'react'
import type { QueryCompletion } from './query-completion.ts'
import type { QueryProblem } from './query-problem.ts'
import type { QueryHistory } from './use-query-history.ts'

/** For the key that leads to the query. */
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
  /** Wrong places in the text; they are underlined, the page says in words what is wrong. */
  readonly problems: readonly QueryProblem[]
  readonly handle: Ref<QueryInputHandle>
}

export interface QueryInputProps extends QueryFieldProps {
  /** Absent: nothing is completed. */
  readonly completion: QueryCompletion | undefined
  /** Stands at the end of the field. */
  readonly end?: ReactNode
}

/** Where the caret was when one field took the other's place. */
export interface Caret {
  anchor: number
  head: number
  hasFocus: boolean
  /** Somebody was in the middle of it. */
  hasTyped: boolean
}
