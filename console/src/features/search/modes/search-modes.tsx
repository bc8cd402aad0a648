/** The content below the search bar in each mode. */

import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import { type MessagesWidget, PATTERNS_WIDGET, type Widget } from '@logyard/contract/views/view-state'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { type RefObject, useMemo, useState } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useMessageSelection } from '../../../messages-table/fields/message-selection.ts'
import { useRowsInSight } from '../../../messages-table/rows/rows-in-sight.ts'
import { isEverything } from '../../../query/time-range/time-range.ts'
import { Loading } from '../../../ui/page/loading.tsx'
import { andQueries } from '../../../view-document/actions/query-composition.ts'
import { messagesConfig } from '../../../view-document/editing/new-widgets.ts'
import { type PatternOrder, patternsConfig } from '../../../view-document/model/patterns-widget.ts'
import { isMessages } from '../../../view-document/model/view-model.ts'
import { withTerm } from '../editing/query-filters.ts'
import { factsOf } from '../editing/run-facts.ts'
import { type QuerySettings, queriesIn } from '../editing/search-document.ts'
import type { SearchSession, SessionState } from '../editing/search-session.ts'
import { widgetForDashboard } from '../editing/to-dashboard.ts'
import { InfoLine } from '../results/info-line.tsx'
import { SearchResults } from '../results/search-results.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import classes from './modes.module.css'
import type { SearchMode } from './search-mode.ts'

const LiveTail = deferred(() => import('../live/live-tail.tsx').then((module) => module.LiveTail))

const StepsView = deferred(() => import('../steps/steps-view.tsx').then((module) => module.StepsView))

const CopyToDashboardDialog = deferred(() =>
  import('../../../view-document/dashboards/copy-to-dashboard-dialog.tsx').then(
    (module) => module.CopyToDashboardDialog,
  ),
)
const NotWithParameters = deferred(() => import('./not-with-parameters.tsx').then((module) => module.NotWithParameters))

const PatternsView = deferred(() => import('../patterns/patterns-view.tsx').then((module) => module.PatternsView))

interface SearchModesProps {
  readonly session: SearchSession
  readonly state: SessionState
  readonly mode: SearchMode
  /** The rest of the page is loaded, and with it the texts of a live tail. */
  readonly isComplete: boolean
  readonly onMode: (mode: SearchMode) => void
  /** Shows the results of a changed query. */
  readonly onLeave: (changes: Partial<QuerySettings>) => void
  readonly scroller: RefObject<HTMLElement | null>
  /** Receives the element for what is wrong with the query. */
  readonly problemSlot: (element: HTMLElement | null) => void
}

/** The columns for a search without a message table. */
const PLAIN_TABLE: MessagesWidget = {
  id: 'live',
  type: 'messages',
  config: messagesConfig(),
  filter: null,
  timerange: null,
  query: null,
  streams: [],
}

const patternsWidget = (order: PatternOrder): Widget => ({
  ...PLAIN_TABLE,
  id: 'patterns',
  type: PATTERNS_WIDGET,
  config: patternsConfig(order),
})

export function SearchModes({ mode, onMode, problemSlot, ...props }: SearchModesProps) {
  const { session, state } = props
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  return (
    <>
      <div className={classes['head']}>
        <ModeSwitch mode={mode} onChange={onMode} />
        <div className={classes['facts']} ref={setSlot}>
          {mode === 'results' && <InfoLine run={state.run} onStop={session.stop} onKeep={() => void session.keep()} />}
        </div>
        <div className={classes['problem']} ref={problemSlot} />
        <div className={classes['tools']} ref={setTools} />
        {mode === 'results' && <InSightLine range={factsOf(state.run)?.range} />}
      </div>
      <ModeContent mode={mode} slot={slot} tools={tools} {...props} />
    </>
  )
}

interface ModeContentProps extends Omit<SearchModesProps, 'onMode' | 'problemSlot'> {
  /** Beside the mode switch. */
  readonly slot: HTMLElement | null
  /** The element at the end of that line. */
  readonly tools: HTMLElement | null
}

/** Where the rows in sight are in the range, once the histogram is scrolled away. */
function InSightLine({ range }: { range: EffectiveRange | undefined }) {
  const span = useRowsInSight()
  if (span === undefined || span.isAtTop || range === undefined) return null
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
  const percent = (ms: number) => `${(100 * ms) / Math.max(to - from, 1)}%`
  return (
    <div
      className={classes['inSight']}
      data-in-sight-line
      style={{ left: percent(Math.max(span.fromMs - from, 0)), width: percent(span.toMs - span.fromMs) }}
    />
  )
}

function ModeContent({ session, state, mode, isComplete, slot, tools, onLeave, scroller }: ModeContentProps) {
  const { page, query } = state.history.present
  const selection = useMessageSelection()
  const widget = useMemo(() => page.widgets.find(isMessages) ?? PLAIN_TABLE, [page.widgets])
  const [copied, setCopied] = useState<Widget>()
  const text = andQueries(query.text, ...queriesIn(query))

  if (mode === 'results') {
    const messages = <SearchResults session={session} state={state} scroller={scroller} tools={tools} />
    if (query.steps === '') return messages
    return <StepsView fallback={<Loading />} state={state} messages={messages} />
  }
  if (parameterNames([text]).length > 0) return <NotWithParameters />
  return (
    <>
      {mode === 'live' && isComplete && (
        <LiveTail
          fallback={<Loading />}
          key={`${text} ${query.streams.join()}`}
          query={text}
          streams={query.streams}
          widget={widget}
          slot={slot}
          onSearch={(timerange) => onLeave({ timerange })}
        />
      )}
      {mode === 'patterns' && selection !== undefined && (
        <div className={classes['patterns']}>
          <PatternsView
            fallback={<Loading />}
            selection={selection}
            hasBefore={!isEverything(query.timerange)}
            onOnly={(term) => onLeave(withTerm(query, term))}
            onDashboard={(order) => setCopied(widgetForDashboard(patternsWidget(order), query))}
          />
          {copied !== undefined && (
            <CopyToDashboardDialog
              widget={copied}
              title={undefined}
              position={undefined}
              onClose={() => setCopied(undefined)}
            />
          )}
        </div>
      )}
    </>
  )
}
