/** The search page: its bar and results, connected to the session and the address. */
import type { View } from '@logyard/contract/views/views'
import { useHotkeys } from '@mantine/hooks'
import {
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useCommand } from '../../base/page/commands.tsx'
import { type PageShortcut, usePageShortcuts } from '../../base/page/page-shortcuts.tsx'
import { useQueryValues } from '../../base/routes/location.ts'
import { useCall, useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { FieldStatisticsHost } from '../../messages-table/fields/field-statistics-host.tsx'
import { MessageSelectionProvider } from '../../messages-table/fields/message-selection.ts'
import { LinkedMessageProvider } from '../../messages-table/rows/linked-message.ts'
import { createRowsInSight, RowsInSightProvider } from '../../messages-table/rows/rows-in-sight.ts'
import { FieldTypesProvider } from '../../query/fields/field-types.ts'
import { usePageFields } from '../../query/fields/use-page-fields.ts'
import { noRefresh } from '../../query/refresh/refresh-intervals.ts'
import { useAutoRefresh } from '../../query/refresh/use-auto-refresh.ts'
import type { CodeFieldHandle } from '../../ui/code-field/code-field-props.ts'
import { isInPortal } from '../../ui/focus/is-in-portal.ts'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SkipLink } from '../../ui/page/skip-link.tsx'
import { type SearchActions, SearchActionsProvider } from '../../view-document/actions/search-actions.ts'
import { randomIds } from '../../view-document/model/random-ids.ts'
import { useGapText } from '../../view-document/parameters/use-gap-text.ts'
import { SearchBar } from './bar/search-bar.tsx'
import { withPinned } from './editing/query-filters.ts'
import type { SearchDocument } from './editing/search-document.ts'
import { createSearchSession, gapsOf, type SearchSession, type SessionState } from './editing/search-session.ts'
import { selectedMessages } from './editing/searched-messages.ts'
import { useOpenedSearch } from './editing/use-opened-search.ts'
import { useSearchActionsOf } from './editing/use-search-actions-of.ts'
import { useSearchDraft, type Work } from './editing/use-search-draft.ts'
import { useSearchUrl } from './editing/use-search-url.ts'
import type { Explained } from './explain/explained.ts'
import { usePinnedFilters } from './filters/use-pinned-filters.ts'
import { FirstRowsContext } from './first-rows.ts'
import { type SearchMode, useSearchMode } from './modes/search-mode.ts'
import { FirstNewTab, OpenTabs } from './open-tabs.tsx'
import { SearchLayout, SidebarPlaceholder } from './search-layout.tsx'
import { useResultsPart, useSearchParts } from './use-search-parts.ts'

const RestoredNotice = deferred(() => import('./editing/restored-notice.tsx').then((module) => module.RestoredNotice))

const ExplanationPanel = deferred(() =>
  import('./explain/explanation-panel.tsx').then((module) => module.ExplanationPanel),
)

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['/'], text: 'search.focusQuery' },
  { keys: ['D'], text: 'search.range.pick' },
  { keys: ['Enter'], text: 'search.run' },
  { keys: ['E'], text: 'search.explain' },
  { keys: ['Shift', 'Enter'], text: 'search.newLine' },
  { keys: ['↑', '↓'], text: 'search.fromHistory' },
  { keys: ['mod', 'S'], text: 'search.save' },
  { keys: ['mod', 'Z'], text: 'search.undo' },
  { keys: ['mod', 'Shift', 'Z'], text: 'search.redo' },
]

export interface SearchPageProps {
  /** The saved or the new search, without what the link and a draft change. */
  readonly base: SearchDocument
  readonly view: View | undefined
  readonly work: Work
  readonly newSearchLink: string
}

export function SearchPage({ base: given, view, work, newSearchLink }: SearchPageProps) {
  const t = useText()
  const base = useWithPinned(given)
  const { session, state, isRestored, linkedMessage } = useSearchSession({ base, view, work })
  const queryInput = useRef<CodeFieldHandle>(null)
  const [refresh, setRefresh] = useState(noRefresh)
  const { run } = state
  useAutoRefresh(refresh, run.isRunning, () => session.run({ isAutomatic: true }))
  useFailureToast(run.error ?? null, (status) => status, t('search.failed'))
  useSearchKeys(session, state, queryInput)

  const stopRefreshing = useCallback(() => setRefresh((old) => ({ ...old, isOn: false })), [])
  const { mode, setMode, leaveWith } = useSearchMode(session)
  const changeMode = (next: SearchMode) => {
    stopRefreshing()
    setMode(next)
    // Messages that arrived during the live tail belong in the results.
    if (mode === 'live' && next === 'results') session.run()
  }
  const cannotSaveBecause = useUndeclaredText(state)
  const results = useResultsPart()
  const parts = useSearchParts()
  useFirstRows(results !== undefined && !(mode === 'results' && run.isRunning))
  const [problemSlot, setProblemSlot] = useState<HTMLElement | null>(null)
  return (
    <Page
      title={t('search.title')}
      documentTitle={state.view?.title ?? (state.history.present.query.text || t('search.title'))}
      subject={state.view?.title}
      width="workspace"
    >
      <SkipLink label={t('search.skip')} to="[data-messages]" />
      <SearchContexts session={session} state={state} stopRefreshing={stopRefreshing}>
        <SearchLayout
          tabs={<OpenTabs parts={parts} shownId={work.workId} />}
          tabId={work.workId}
          bar={
            <SearchBar
              session={session}
              state={state}
              refresh={refresh}
              onRefresh={setRefresh}
              handle={queryInput}
              parts={parts}
              isLive={mode === 'live'}
              problemSlot={problemSlot}
            >
              <FirstNewTab parts={parts} />
              {parts !== undefined && (
                <parts.SavedSearchControls
                  session={session}
                  state={state}
                  disabledBecause={cannotSaveBecause}
                  newSearchLink={newSearchLink}
                />
              )}
            </SearchBar>
          }
          sidebar={parts === undefined ? <SidebarPlaceholder /> : <parts.SearchSidebar state={state} />}
        >
          {(scroller) =>
            results === undefined ? (
              <Loading />
            ) : (
              <LinkedMessageProvider value={linkedMessage}>
                {isRestored && <RestoredNotice session={session} state={state} />}
                <results.SearchModes
                  session={session}
                  state={state}
                  mode={mode}
                  isComplete={parts !== undefined}
                  onMode={changeMode}
                  onLeave={leaveWith}
                  scroller={scroller}
                  problemSlot={setProblemSlot}
                />
              </LinkedMessageProvider>
            )
          }
        </SearchLayout>
      </SearchContexts>
    </Page>
  )
}

/** The search that the page opens with, narrowed by the pinned filters. */
function useWithPinned(given: SearchDocument): SearchDocument {
  const [pinned] = usePinnedFilters()
  const [base] = useState(() => {
    const query = withPinned(given.query, pinned)
    return query === given.query ? given : { ...given, query }
  })
  return base
}

/** A session that runs its search when the page opens, keeps address and draft up to date, and ends with the page. */
function useSearchSession({ base, view, work }: Pick<SearchPageProps, 'base' | 'view' | 'work'>) {
  const call = useCall()
  const { now } = useClock()
  const { isRestored, ...opened } = useOpenedSearch({ base, isSaved: view !== undefined, ...work })
  const address = useQueryValues()
  const [session] = useState(() => {
    const jobId = address.get('job') ?? undefined
    return createSearchSession({ call, ids: randomIds, now, view, jobId, ...opened })
  })
  const state = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => {
    session.run()
    return session.leave
  }, [session])
  const [openMessage, setOpenMessage] = useState(address.get('message') ?? undefined)
  const [initial] = useState(openMessage)
  const linkedMessage = useMemo(() => ({ initial, show: setOpenMessage }), [initial])
  useSearchUrl(session, { document: state.history.present, saved: base, openMessage, workId: work.workId })
  useSearchDraft(state, work)
  return { session, state, isRestored, linkedMessage }
}

function useFirstRows(areShown: boolean) {
  const show = use(FirstRowsContext)
  useEffect(() => {
    if (areShown) show()
  }, [areShown, show])
}

function useSearchKeys(
  session: SearchSession,
  { history }: SessionState,
  queryInput: RefObject<CodeFieldHandle | null>,
) {
  const t = useText()
  usePageShortcuts('search', SHORTCUTS)
  useHotkeys([
    ['/', () => queryInput.current?.focus()],
    ['mod+Z', session.undo],
    ['mod+shift+Z', session.redo],
  ])
  useCommand('search.run', t('search.run'), () => session.run())
  useCommand('search.undo', t('search.undo'), session.undo, history.past.length > 0)
  useCommand('search.redo', t('search.redo'), session.redo, history.future.length > 0)
}

/** Why the search cannot be saved: it uses parameters that are not declared. */
function useUndeclaredText({ history, values }: SessionState): string | undefined {
  const gapText = useGapText()
  const { undeclared } = gapsOf(history.present, values)
  return undeclared.length === 0 ? undefined : gapText({ undeclared, unbound: [] })
}

interface SearchContextsProps {
  readonly session: SearchSession
  readonly state: SessionState
  readonly stopRefreshing: () => void
  readonly children: ReactNode
}

function useExplainKey({ explain }: SearchActions) {
  const t = useText()
  const explainAll = () => explain?.()
  useHotkeys([['e', (event) => isInPortal(event) || explainAll()]])
  useCommand('search.explain', t('search.explain'), explainAll)
}

const FIELDS_FRESH_MS = 10_000

/** Provides the search and its actions to the widgets and message tables inside. */
function SearchContexts({ session, state, stopRefreshing, children }: SearchContextsProps) {
  const { run, history } = state
  const { query } = history.present
  const fields = usePageFields({ streams: query.streams, finished: run.finished, freshMs: FIELDS_FRESH_MS })
  const selection = useMemo(() => selectedMessages(query, run), [query, run])
  const [explained, setExplained] = useState<Explained>()
  const [rowsInSight] = useState(createRowsInSight)
  const onExplain = useCallback(
    (of: Omit<Explained, 'selection'>) => {
      stopRefreshing()
      setExplained({ selection, ...of })
    },
    [selection, stopRefreshing],
  )
  const actions = useSearchActionsOf(session, state, fields, { stopRefreshing, onExplain })
  useExplainKey(actions)
  // The texts of an explanation are loaded with the rest of the page.
  const parts = useSearchParts()
  return (
    <FieldTypesProvider value={fields}>
      <SearchActionsProvider value={actions}>
        <MessageSelectionProvider value={selection}>
          <RowsInSightProvider value={rowsInSight}>
            <FieldStatisticsHost>{children}</FieldStatisticsHost>
          </RowsInSightProvider>
          {explained !== undefined && parts !== undefined && (
            <ExplanationPanel explained={explained} onClose={() => setExplained(undefined)} />
          )}
        </MessageSelectionProvider>
      </SearchActionsProvider>
    </FieldTypesProvider>
  )
}
