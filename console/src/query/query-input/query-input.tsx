/** The query: a plain text field at once, the editor with highlighting and completion as soon as it is loaded. */
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type Ref, useRef } from 'react'
import { part } from '../../base/deferred/part.tsx'
import { PlainQueryInput } from './plain-query-input.tsx'
import type { QueryCompletion } from './query-completion.ts'
import classes from './query-input.module.css'
import { hasErrors, type QueryProblem } from './query-problem.ts'
import type { QueryHistory } from './use-query-history.ts'

const QueryEditor = part(() => import('./query-editor.tsx').then((module) => module.QueryEditor))

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

export function QueryInput(props: QueryInputProps) {
  // Fingers type into the field that the device itself provides.
  const hasPointer = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false })
  const caret = useRef<Caret>({
    anchor: props.value.length,
    head: props.value.length,
    hasFocus: false,
    hasTyped: false,
  })
  const plain = <PlainQueryInput {...props} caret={caret} />
  return (
    <div className={classes['field']} data-invalid={hasErrors(props.problems) || undefined} translate="no">
      {hasPointer ? <QueryEditor {...props} caret={caret} fallback={plain} /> : plain}
      {props.end}
    </div>
  )
}
