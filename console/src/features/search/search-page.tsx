/** The search page: bar, results, and what connects them to the session and the address. */
import type { View } from '@logyard/contract/views/views'
import { useHotkeys } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCommand } from '../../base/page/commands.tsx'
import { type PageShortcut, usePageShortcuts } from '../../base/page/page-shortcuts.tsx'
import { useCall } from '../../base/services/services.tsx'
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
import { SearchActionsProvider } from '../../view-document/actions/search-actions.ts'
import { randomIds } from '../../view-document/model/random-ids.ts'
import { useGapText } from '../../view-document/parameters/use-gap-text.ts'
import { SearchBar } from './bar/search-bar.tsx'
import type { SearchDocument } from './editing/search-document.ts'
import { createSearchSession, gapsOf } from './editing/search-session.ts'
import { selectedMessages } from './editing/selected-messages.ts'
import { useSearchActionsOf } from './editing/use-search-actions-of.ts'
import { useSearchUrl } from './editing/use-search-url.ts'
import { useSearchedFields } from './editing/use-searched-fields.ts'
import { type SearchMode, useSearchMode } from './modes/search-mode.ts'
import type { ShareSlot } from './saved/share-slot.ts'
import { SearchLayout, SidebarRoom } from './search-layout.tsx'
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
  /** What is saved, where a link asks for something else. */
  readonly saved?: SearchDocument
  readonly newSearchLink: string
  readonly ShareButton: ShareSlot
}

export function SearchPage({ document, view, saved = document, newSearchLink, ShareButton }: SearchPageProps) {
  const t = useText()
  const call = useCall()
  const [session] = useState(() =>
    createSearchSession({ call, ids: randomIds, now: () => Date.now(), document, view, saved }),
  )
  const state = useSyncExternalStore(session.subscribe, session.state)
  const queryInput = useRef<QueryInputHandle>(null)
  const [refresh, setRefresh] = useState(noRefresh)
  const { run, history } = state

  useEffect(() => {
    session.run()
    return session.leave
  }, [session])
  useSearchUrl(session, history.present.query)
  useAutoRefresh(refresh, run.isRunning, () => session.run({ isAutomatic: true }))
  useFailureToast(run.error ?? null, (status) => status, t('search.failed'))

  usePageShortcuts(SHORTCUTS)
  useHotkeys([
    ['/', () => queryInput.current?.focus()],
    ['mod+Z', session.undo],
    ['mod+shift+Z', session.redo],
  ])
  useCommand('search.run', t('search.run'), () => session.run())
  useCommand('search.undo', t('search.undo'), session.undo, history.past.length > 0)
  useCommand('search.redo', t('search.redo'), session.redo, history.future.length > 0)

  const stopRefreshing = useCallback(() => setRefresh((old) => ({ ...old, isOn: false })), [])
  const { mode, setMode, leaveWith } = useSearchMode(session)
  const changeMode = (next: SearchMode) => {
    stopRefreshing()
    setMode(next)
    // What came while it was followed belongs to the results.
    if (mode === 'live' && next === 'results') session.run()
  }
  const fields = useSearchedFields(history.present.query.streams, run.finished)
  const actions = useSearchActionsOf(session, state, fields, stopRefreshing)
  const selection = useMemo(() => selectedMessages(history.present.query, run), [history.present.query, run])
  const { undeclared } = gapsOf(history.present, state.values)
  const gapText = useGapText()
  const title = t('search.title')
  const parts = useSearchParts()
  return (
    <Page title={title} subject={state.view?.title} width="workspace">
      <FieldTypesProvider value={fields}>
        <SearchActionsProvider value={actions}>
          <MessageSelectionProvider value={selection}>
            <FieldStatisticsHost>
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
                        disabledBecause={undeclared.length === 0 ? undefined : gapText({ undeclared, unbound: [] })}
                        newSearchLink={newSearchLink}
                      />
                    )}
                  </SearchBar>
                }
                sidebar={parts === undefined ? <SidebarRoom /> : <parts.SearchSidebar state={state} />}
              >
                {parts === undefined ? (
                  <Loading />
                ) : (
                  <parts.SearchModes session={session} state={state} mode={mode} onLeave={leaveWith} />
                )}
              </SearchLayout>
            </FieldStatisticsHost>
          </MessageSelectionProvider>
        </SearchActionsProvider>
      </FieldTypesProvider>
    </Page>
  )
}
