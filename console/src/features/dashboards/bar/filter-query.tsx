import type { Parameter } from '@logyard/contract/search/searches'
import { type ReactNode, type Ref, useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { QueryInput } from '../../../query/query-input/query-input.tsx'
import { QueryProblemText } from '../../../query/query-input/query-problem-text.tsx'
import { useQueryCompletion } from '../../../query/query-input/use-query-completion.ts'
import type { QueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useQueryProblems } from '../../../query/query-input/use-query-problems.ts'
import { DEFAULT_RANGE } from '../../../query/time-range/time-range.ts'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import type { Override } from '../../../view-document/dashboards/dashboard-search.ts'
import classes from './dashboard-bar.module.css'

interface FilterQueryProps {
  readonly draft: string
  readonly onDraft: (draft: string) => void
  readonly onRun: () => void
  /** Called with the whole fixed query. */
  readonly onFix: (query: string) => void
  readonly override: Override
  readonly parameters: readonly Parameter[]
  readonly history: QueryHistory
  readonly handle: Ref<CodeFieldHandle>
  /** Shown beside the query. */
  readonly children: ReactNode
}

const NO_STREAMS: readonly string[] = []

/** The query that all widgets are filtered by. */
export function FilterQuery({ draft, onDraft, onRun, override, parameters, ...props }: FilterQueryProps) {
  const t = useText()
  const errorId = useId()
  const problems = useQueryProblems(draft, NO_STREAMS, parameters, override.text)
  const completion = useQueryCompletion(NO_STREAMS, override.timerange ?? DEFAULT_RANGE)
  return (
    <>
      <div className={classes['query']}>
        <QueryInput
          label={t('dashboards.bar.query')}
          placeholder={t('dashboards.bar.query.placeholder')}
          value={draft}
          onChange={onDraft}
          onRun={onRun}
          history={props.history}
          describedBy={errorId}
          problems={problems}
          handle={props.handle}
          completion={completion}
        />
        {props.children}
      </div>
      <QueryProblemText id={errorId} problems={problems} text={draft} onFix={props.onFix} />
    </>
  )
}
