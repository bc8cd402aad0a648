import type { Parameter } from '@logyard/contract/search/searches'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { type ReactNode, useId } from 'react'
import { QueryInput } from './query-input.tsx'
import type { QueryInputProps } from './query-input-props.ts'
import { QueryProblemText } from './query-problem-text.tsx'
import { useQueryCompletion } from './use-query-completion.ts'
import { useQueryProblems } from './use-query-problems.ts'

interface CheckedQueryProps extends Omit<QueryInputProps, 'describedBy' | 'problems' | 'completion' | 'end'> {
  readonly streams: readonly string[]
  readonly timerange: TimeRange
  readonly parameters: readonly Parameter[]
  /** The query that was run last. */
  readonly submitted: string
  /** Called with the whole fixed query. */
  readonly onFix: (query: string) => void
  /** Places the input in its row. */
  readonly children: (input: ReactNode) => ReactNode
}

/** A query with completion, and below its row what is wrong with it. */
export function CheckedQuery(props: CheckedQueryProps) {
  const { streams, timerange, parameters, submitted, onFix, children, ...input } = props
  const errorId = useId()
  const problems = useQueryProblems(input.value, streams, parameters, submitted)
  const completion = useQueryCompletion(streams, timerange)
  return (
    <>
      {children(<QueryInput {...input} describedBy={errorId} problems={problems} completion={completion} />)}
      <QueryProblemText id={errorId} problems={problems} text={input.value} onFix={onFix} />
    </>
  )
}
