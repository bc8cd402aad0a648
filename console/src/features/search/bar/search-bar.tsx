/** Time range, streams and query. A typed query is a draft until submitted; a time range applies when confirmed. */
import { Skeleton } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useText } from '../../../base/text/text.tsx'
import { QueryInput } from '../../../query/query-input/query-input.tsx'
import type { QueryInputHandle } from '../../../query/query-input/query-input-props.ts'
import { QueryProblemText } from '../../../query/query-input/query-problem-text.tsx'
import { useQueryCompletion } from '../../../query/query-input/use-query-completion.ts'
import { useQueryHistory } from '../../../query/query-input/use-query-history.ts'
import { useQueryProblems } from '../../../query/query-input/use-query-problems.ts'
import type { Refresh } from '../../../query/refresh/refresh-intervals.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import { useGapText } from '../../../view-document/parameters/use-gap-text.ts'
import { factsOf } from '../editing/run-facts.ts'
import { isSameQuery, type QuerySettings } from '../editing/search-document.ts'
import { gapsOf, type SearchSession, type SessionState, usedIn } from '../editing/search-session.ts'
import type { SearchParts } from '../use-search-parts.ts'
import { RunButton } from './run-button.tsx'
import classes from './search-bar.module.css'
import { useQueryDraft } from './use-query-draft.ts'

// Loaded on demand: few queries have parameters.
const ParametersPanel = deferred(() =>
  import('../../../view-document/parameters/parameters-panel.tsx').then((module) => module.ParametersPanel),
)

interface SearchBarProps {
  readonly session: SearchSession
  readonly state: SessionState
  readonly refresh: Refresh
  readonly onRefresh: (refresh: Refresh) => void
  readonly handle: Ref<QueryInputHandle>
  /** `undefined` while loading. */
  readonly parts: SearchParts | undefined
  /** Shown beside the refresh control. */
  readonly beside: ReactNode
  /** Shown at the end of the query's row. */
  readonly children: ReactNode
}

export function SearchBar({ session, state, refresh, onRefresh, handle, parts, beside, children }: SearchBarProps) {
  const t = useText()
  const errorId = useId()
  const { query } = state.history.present
  const [draft, change] = useQueryDraft(query)
  const history = useQueryHistory()
  const range = factsOf(state.run)?.range
  const effective = range === undefined ? undefined : { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) }
  const asDrafted = { ...state.history.present, query: draft }
  const disabledBecause = useGapText()(gapsOf(asDrafted, state.values))
  const submit = (changes: Partial<QuerySettings> = {}) => {
    if (disabledBecause !== undefined) return
    const next = { ...draft, ...changes }
    history.remember(next.text)
    session.submit(next)
  }
  const problems = useQueryProblems(draft.text, draft.streams, asDrafted.parameters)
  const used = usedIn(asDrafted)
  const completion = useQueryCompletion(draft.streams, draft.timerange)
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers from last year do not support the <search> element
    <div role="search" className={classes['bar']} aria-label={t('search.bar')}>
      <div className={classes['row']}>
        <TimeRangePicker range={draft.timerange} effective={effective} onPick={(timerange) => submit({ timerange })} />
        {parts === undefined ? (
          <Skeleton className={classes['later'] ?? ''} />
        ) : (
          <>
            <parts.StreamFilter streams={draft.streams} onChange={(streams) => change({ streams })} />
            <parts.RefreshControl refresh={refresh} onChange={onRefresh} />
          </>
        )}
        {beside}
      </div>
      <div className={classes['query']}>
        <QueryInput
          label={t('search.query')}
          placeholder={t('search.query.placeholder')}
          value={draft.text}
          onChange={(text) => change({ text })}
          onRun={() => submit()}
          history={history}
          describedBy={errorId}
          problems={problems}
          handle={handle}
          completion={completion}
          end={parts !== undefined && <parts.QueryHelp />}
        />
        <RunButton
          isChanged={!isSameQuery(draft, query)}
          isRunning={state.run.isRunning}
          disabledBecause={disabledBecause}
          onClick={() => submit()}
        />
        {children}
      </div>
      <QueryProblemText id={errorId} problems={problems} />
      {used.length > 0 && (
        <ParametersPanel
          used={used}
          declared={asDrafted.parameters}
          values={state.values}
          onDeclare={session.setParameters}
          onValue={session.setValue}
          onRun={() => submit()}
        />
      )}
    </div>
  )
}
