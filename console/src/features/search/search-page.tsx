/** The search page: its bar and results, connected to the session and the address. */
import type { View } from '@logyard/contract/views/views'
import { useHotkeys } from '@mantine/hooks'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useCommand } from '../../base/page/commands.tsx'
import { type PageShortcut, usePageShortcuts } from '../../base/page/page-shortcuts.tsx'
import { useCall, useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { FieldStatisticsHost } from '../../messages-table/fields/field-statistics-host.tsx'
import { MessageSelectionProvider } from '../../messages-table/fields/message-selection.ts'
import { FieldTypesProvider } from '../../query/fields/field-types.ts'
import type { QueryInputHandle } from '../../query/query-input/query-input-props.ts'
import { noRefresh } from '../../query/refresh/refresh-intervals.ts'
import { useAutoRefresh } from '../../query/refresh/use-auto-refresh.ts'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import type { ShareButtonComponent } from '../../ui/share-button-component.ts'
import { SearchActionsProvider } from '../../view-document/actions/search-actions.ts'
import { randomIds } from '../../view-document/model/random-ids.ts'
import { useGapText } from '../../view-document/parameters/use-gap-text.ts'
import { SearchBar } from './bar/search-bar.tsx'
import type { SearchDocument } from './editing/search-document.ts'
import { createSearchSession, gapsOf, type SearchSession, type SessionState } from './editing/search-session.ts'
import { selectedMessages } from './editing/selected-messages.ts'
import { useSearchActionsOf } from './editing/use-search-actions-of.ts'
import { useSearchUrl } from './editing/use-search-url.ts'
import { useSearchedFields } from './editing/use-searched-fields.ts'
import { type SearchMode, useSearchMode } from './modes/search-mode.ts'
import { SearchLayout, SidebarPlaceholder } from './search-layout.tsx'
import { useSearchParts } from './use-search-parts.ts'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['/'], text: 'search.focusQuery' },
  { keys: ['Enter'], text: 'search.run' },
  { keys: ['Shift', 'Enter'], text: 'search.newLine' },
  { keys: ['↑', '↓'], text: 'search.fromHistory' },
  { keys: ['mod', 'S'], text: 'search.save' },
  { keys: ['mod', 'Z'], text: 'search.undo' },
  { keys: ['mod', 'Shift', 'Z'], text: 'search.redo' },
]

interface SearchPageProps {
  readonly document: SearchDocument
  readonly view: View | undefined
  /** The saved document, if a link asks for a changed one. */
  readonly saved?: SearchDocument
  readonly newSearchLink: string
  readonly ShareButton: ShareButtonComponent
}

export function SearchPage({ document, view, saved = document, newSearchLink, ShareButton }: SearchPageProps) {
  const t = useText()
  const { session, state } = useSearchSession({ document, view, saved })
  const queryInput = useRef<QueryInputHandle>(null)
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
  const parts = useSearchParts()
  return (
    <Page title={t('search.title')} subject={state.view?.title} width="workspace">
      <SearchContexts session={session} state={state} stopRefreshing={stopRefreshing}>
        <SearchLayout
          bar={
            <SearchBar
              session={session}
              state={state}
              refresh={refresh}
              onRefresh={setRefresh}
              handle={queryInput}
              parts={parts}
              beside={parts !== undefined && <parts.ModeSwitch mode={mode} onChange={changeMode} />}
            >
              {parts !== undefined && (
                <parts.SavedSearchControls
                  session={session}
                  state={state}
                  ShareButton={ShareButton}
                  disabledBecause={cannotSaveBecause}
                  newSearchLink={newSearchLink}
                />
              )}
            </SearchBar>
          }
          sidebar={parts === undefined ? <SidebarPlaceholder /> : <parts.SearchSidebar state={state} />}
        >
          {parts === undefined ? (
            <Loading />
          ) : (
            <parts.SearchModes session={session} state={state} mode={mode} onLeave={leaveWith} />
          )}
        </SearchLayout>
      </SearchContexts>
    </Page>
  )
}

/** A session that runs its search when the page opens, keeps the address up to date, and ends with the page. */
function useSearchSession({ document, view, saved }: Required<Pick<SearchPageProps, 'document' | 'view' | 'saved'>>) {
  const call = useCall()
  const { now } = useClock()
  const [session] = useState(() => createSearchSession({ call, ids: randomIds, now, document, view, saved }))
  const state = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => {
    session.run()
    return session.leave
  }, [session])
  useSearchUrl(session, state.history.present.query)
  return { session, state }
}

function useSearchKeys(
  session: SearchSession,
  { history }: SessionState,
  queryInput: RefObject<QueryInputHandle | null>,
) {
  const t = useText()
  usePageShortcuts(SHORTCUTS)
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

/** Provides the search and its actions to the widgets and message tables inside. */
function SearchContexts({ session, state, stopRefreshing, children }: SearchContextsProps) {
  const { run, history } = state
  const { query } = history.present
  const fields = useSearchedFields(query.streams, run.finished)
  const actions = useSearchActionsOf(session, state, fields, stopRefreshing)
  const selection = useMemo(() => selectedMessages(query, run), [query, run])
  return (
    <FieldTypesProvider value={fields}>
      <SearchActionsProvider value={actions}>
        <MessageSelectionProvider value={selection}>
          <FieldStatisticsHost>{children}</FieldStatisticsHost>
        </MessageSelectionProvider>
      </SearchActionsProvider>
    </FieldTypesProvider>
  )
}
