/** Time range, streams and query. A typed query is a draft until submitted; a time range applies when confirmed. */
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useText } from '../../../base/text/text.tsx'
import { QueryInput } from '../../../query/query-input/query-input.tsx'
import { QueryProblemText } from '../../../query/query-input/query-problem-text.tsx'
import type { Refresh } from '../../../query/refresh/refresh-intervals.ts'
import { TimeRangePicker } from '../../../query/time-range/time-range-picker.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import { factsOf } from '../editing/run-facts.ts'
import { isSameQuery } from '../editing/search-document.ts'
import { type SearchSession, type SessionState, usedIn } from '../editing/search-session.ts'
import type { SearchParts } from '../use-search-parts.ts'
import { RunButton } from './run-button.tsx'
import classes from './search-bar.module.css'
import { useSearchDraft } from './use-search-draft.ts'

// Loaded on demand: few queries have parameters.
const ParametersPanel = deferred(() =>
  import('../../../view-document/parameters/parameters-panel.tsx').then((module) => module.ParametersPanel),
)

interface SearchBarProps {
  readonly session: SearchSession
  readonly state: SessionState
  readonly refresh: Refresh
  readonly onRefresh: (refresh: Refresh) => void
  readonly handle: Ref<CodeFieldHandle>
  /** `undefined` while loading. */
  readonly parts: SearchParts | undefined
  /** A live tail has neither a range nor a refresh. */
  readonly isLive: boolean
  /** Shows what is wrong with the query, in the line of the results so that nothing moves. */
  readonly problemSlot: HTMLElement | null
  /** Shown at the end of the bar. */
  readonly children: ReactNode
}

export function SearchBar(props: SearchBarProps) {
  const { session, state, refresh, onRefresh, handle, parts, isLive, problemSlot, children } = props
  const t = useText()
  const errorId = useId()
  const [isExpanded, setIsExpanded] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const drafted = useSearchDraft(session, state)
  const { draft, shown, change, submit, asDrafted, disabledBecause, history, problems, completion } = drafted
  const range = factsOf(state.run)?.range
  const effective = range === undefined ? undefined : { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) }
  const used = usedIn(asDrafted)
  const isChanged = !isSameQuery(draft, shown)
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers from last year do not support the <search> element
    <div role="search" className={classes['bar']} aria-label={t('search.bar')}>
      <div className={classes['row']} data-expanded-bar={isExpanded || undefined}>
        {!isLive && (
          <div className={classes['range']}>
            <TimeRangePicker
              hasShortcut
              range={draft.timerange}
              effective={effective}
              onPick={(timerange) => submit({ timerange })}
            />
          </div>
        )}
        <div className={classes['streams']}>
          {parts === undefined ? (
            <Skeleton w={127} h={32} />
          ) : (
            <parts.StreamPill streams={draft.streams} onChange={(streams) => change({ streams })} />
          )}
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
            isChanged={isChanged}
            onPoint={setIsAsked}
            isRunning={state.run.isRunning}
            disabledBecause={disabledBecause}
            onClick={() => submit()}
          />
        </div>
        <div className={classes['actions']}>
          {parts !== undefined && !isLive && <parts.RefreshControl refresh={refresh} onChange={onRefresh} />}
          {children}
        </div>
        <MoreButton isExpanded={isExpanded} onToggle={() => setIsExpanded(!isExpanded)} />
      </div>
      <Filters draft={draft} parts={parts} submit={submit} />
      {problemSlot !== null &&
        createPortal(
          <div className={classes['notes']}>
            <QueryProblemText id={errorId} problems={problems} text={draft.text} onFix={(text) => submit({ text })} />
            {parts !== undefined && !isLive && problems.every(({ severity }) => severity !== 'error') && (
              <parts.PriceTag
                document={asDrafted}
                state={state}
                isChanged={isChanged}
                isAsked={isAsked}
                onPick={submit}
              />
            )}
          </div>,
          problemSlot,
        )}
      {used.length > 0 && parts !== undefined && (
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

type FiltersProps = Pick<ReturnType<typeof useSearchDraft>, 'draft' | 'submit'> & Pick<SearchBarProps, 'parts'>

function Filters({ draft, parts, submit }: FiltersProps) {
  if (draft.otherFilters.length === 0) return null
  return (
    <div className={classes['pills']}>
      {parts !== undefined && (
        <parts.FilterPills
          filters={draft.otherFilters}
          onChange={(otherFilters, added = '') => submit({ otherFilters, text: andQueries(draft.text, added) })}
        />
      )}
    </div>
  )
}

/** On narrow screens: shows what has no room beside the query. */
function MoreButton({ isExpanded, onToggle }: { isExpanded: boolean; onToggle: () => void }) {
  const t = useText()
  return (
    <ActionIcon
      className={classes['more'] ?? ''}
      variant="default"
      size={32}
      aria-label={t(isExpanded ? 'search.bar.less' : 'search.bar.more')}
      aria-expanded={isExpanded}
      onClick={onToggle}
    >
      <IconAdjustmentsHorizontal size={16} />
    </ActionIcon>
  )
}
