import type { Parameter } from '@logyard/contract/search/searches'
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { type ReactNode, useId } from 'react'
import { QueryInput } from './query-input.tsx'
import type { QueryInputProps } from './query-input-props.ts'
import { QueryProblemText } from './query-problem-text.tsx'
import { useQueryCompletion } from './use-query-completion.ts'
import { useQueryProblems } from './use-query-problems.ts'
import { mayHaveSteps, useCompletionWithSteps, useStepProblems, useStepTools } from './use-step-tools.ts'

interface CheckedQueryProps extends Omit<QueryInputProps, 'describedBy' | 'problems' | 'completion' | 'end'> {
  readonly streams: readonly string[]
  readonly timerange: TimeRange
  readonly parameters: readonly Parameter[]
  /** The query that was run last. */
  readonly submitted: string
  /** The query may have steps behind it. */
  readonly hasSteps?: boolean
  /** Called with the whole fixed query. */
  readonly onFix: (query: string) => void
  /** Places the input in its row. */
  readonly children: (input: ReactNode) => ReactNode
}

/** A query with completion, and below its row what is wrong with it. */
export function CheckedQuery(props: CheckedQueryProps) {
  const { streams, timerange, parameters, submitted, hasSteps = false, onFix, children, ...input } = props
  const errorId = useId()
  const tools = useStepTools(hasSteps ? input.value : '')
  const withoutSteps = useQueryCompletion(streams, timerange)
  const withSteps = useCompletionWithSteps(withoutSteps)
  const completion = hasSteps ? withSteps : withoutSteps
  // Until the steps can be told apart, nothing is known about the query before them.
  const first = (text: string) => (hasSteps && mayHaveSteps(text) ? (tools?.splitQuery(text).query ?? '') : text)
  const mistakes = useQueryProblems(first(input.value), streams, parameters, first(submitted))
  const inSteps = useStepProblems({ text: hasSteps ? input.value : '', submitted, tools, completion })
  const problems = [...mistakes, ...inSteps]
  return (
    <>
      {children(<QueryInput {...input} describedBy={errorId} problems={problems} completion={completion} />)}
      <QueryProblemText id={errorId} problems={problems} text={input.value} onFix={onFix} />
    </>
  )
}
