/** The page of a dashboard: its bar, sidebar and widgets. */

import { createsDashboards } from '@logyard/contract/identity/rights'
import { Box } from '@mantine/core'
import { useElementSize, useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useCallback, useId, useRef, useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useCommand } from '../../base/page/commands.tsx'
import { type PageShortcut, usePageShortcuts } from '../../base/page/page-shortcuts.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { noRefresh } from '../../query/refresh/refresh-intervals.ts'
import { useAutoRefresh } from '../../query/refresh/use-auto-refresh.ts'
import type { CodeFieldHandle } from '../../ui/code-field/code-field-props.ts'
import { useLeaveGuard } from '../../ui/confirm/use-leave-guard.ts'
import { Loading } from '../../ui/page/loading.tsx'
import { SearchActionsProvider } from '../../view-document/actions/search-actions.ts'
import { isDirty } from '../../view-document/editing/view-editor.ts'
import { LongRun } from '../../view-document/execution/long-run.tsx'
import { ViewSidebar } from '../../view-sidebar/view-sidebar.tsx'
import { DashboardBar } from './bar/dashboard-bar.tsx'
import { DashboardParameters } from './bar/dashboard-parameters.tsx'
import { LinkProblems } from './bar/link-problems.tsx'
import classes from './dashboard-page.module.css'
import { mayEditView } from './dashboard-permissions.ts'
import type { AddressProblem } from './editing/dashboard-address.ts'
import {
  activePage,
  type DashboardSession,
  type DashboardState,
  type ShownDashboard,
} from './editing/dashboard-session.ts'
import { PageTabs } from './pages/page-tabs.tsx'
import { PrintHead } from './print/print-head.tsx'
import { DashboardControls } from './saved/dashboard-controls.tsx'
import { NewerVersion } from './saved/newer-version.tsx'
import { useDashboardMode } from './saved/use-dashboard-mode.ts'
import { AddWidget } from './widgets/add-widget.tsx'
import { NoWidgets } from './widgets/no-widgets.tsx'
import { useDashboardActions } from './widgets/use-dashboard-actions.ts'

const DashboardGrid = deferred(() => import('./widgets/dashboard-grid.tsx').then((module) => module.DashboardGrid))

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['/'], text: 'search.focusQuery' },
  { keys: ['D'], text: 'search.range.pick' },
  { keys: ['mod', 'S'], text: 'dashboards.save' },
  { keys: ['mod', 'Z'], text: 'search.undo' },
  { keys: ['mod', 'Shift', 'Z'], text: 'search.redo' },
]

interface DashboardWorkspaceProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  /** The dashboard comes from another page and was never saved. */
  readonly isUnsaved: boolean
  readonly problems: readonly AddressProblem[]
  readonly onReload: () => void
}

export function DashboardWorkspace({ session, state, isUnsaved, problems, onReload }: DashboardWorkspaceProps) {
  const t = useText()
  const may = useMay()
  const bar = useElementSize()
  const queryInput = useRef<CodeFieldHandle>(null)
  const [refresh, setRefresh] = useState(noRefresh)
  const { run, view } = state
  const canSave = view === undefined ? may(createsDashboards) : mayEditView(may, view)
  const canEdit = canSave || may(createsDashboards)
  const mode = useDashboardMode(session, state, canEdit)
  const { isEditing } = mode
  useLeaveGuard(isEditing && (isDirty(state) || (isUnsaved && view === undefined)))
  useAutoRefresh(refresh, run.isRunning, () => session.run({ isAutomatic: true }))
  useFailureToast(run.error ?? null, (status) => status, t('search.failed'))
  const [isQueryShown, setQueryShown] = useState(false)
  const goToQuery = () => {
    setQueryShown(true)
    queryInput.current?.focus()
  }
  useDashboardKeys(session, state, goToQuery)
  const stopRefreshing = useCallback(() => setRefresh((old) => ({ ...old, isOn: false })), [])
  const actions = useDashboardActions(session, state, stopRefreshing)
  return (
    <SearchActionsProvider value={actions}>
      <Box __vars={{ '--sidebar-top': `calc(var(--ly-header-height) + ${bar.height + 1}px)` }}>
        <div className={classes['bar']}>
          <div ref={bar.ref}>
            <DashboardBar
              session={session}
              state={state}
              isEditing={isEditing}
              refresh={refresh}
              onRefresh={setRefresh}
              query={{ handle: queryInput, isShown: isQueryShown, setShown: setQueryShown }}
              controls={<DashboardControls session={session} state={state} onReload={onReload} mode={mode} />}
            >
              {problems.length > 0 && <LinkProblems problems={problems} />}
              <DashboardParameters session={session} state={state} canEdit={isEditing} />
              {canSave && isEditing && <NewerVersion session={session} state={state} onReload={onReload} />}
            </DashboardBar>
          </div>
        </div>
        <Content session={session} state={state} canEdit={isEditing} />
        {/* Above the widgets, so that none of them moves. Nobody operates a screen on a wall, which shows none. */}
        <div className={classes['progress']}>
          <LongRun run={run} onStop={session.stop} />
        </div>
      </Box>
    </SearchActionsProvider>
  )
}

function useDashboardKeys(session: DashboardSession, { history }: DashboardState, goToQuery: () => void) {
  const t = useText()
  usePageShortcuts('dashboard', SHORTCUTS)
  useHotkeys([
    ['/', goToQuery],
    ['mod+Z', session.undo],
    ['mod+shift+Z', session.redo],
  ])
  useCommand('dashboards.run', t('dashboards.bar.run'), () => session.run())
  useCommand('search.undo', t('search.undo'), session.undo, history.past.length > 0)
  useCommand('search.redo', t('search.redo'), session.redo, history.future.length > 0)
}

function Content({ session, state, canEdit }: ShownDashboard) {
  const t = useText()
  const panelId = useId()
  const page = activePage(state)
  const hasTabs = canEdit || state.history.present.pages.length > 1
  return (
    <div className={classes['work']}>
      {canEdit && (
        <ViewSidebar
          kind="dashboard"
          view={state.view}
          executed={state.run.latest?.result.execution_stats}
          untitled={t('dashboards.unsaved')}
          isChanged={isDirty(state)}
          widgets={page.state.widgets}
        />
      )}
      <div className={classes['content']}>
        <PrintHead state={state} />
        {hasTabs && <PageTabs session={session} state={state} canEdit={canEdit} id={panelId} />}
        <PagePanel id={panelId} pageId={page.id} hasTabs={hasTabs}>
          {page.state.widgets.length === 0 ? (
            <NoWidgets canEdit={canEdit} />
          ) : (
            <>
              <DashboardGrid session={session} state={state} canEdit={canEdit} fallback={<Loading />} />
              {canEdit && (
                <Box my="md">
                  <AddWidget />
                </Box>
              )}
            </>
          )}
        </PagePanel>
      </div>
    </div>
  )
}

interface PagePanelProps {
  /** Id prefix of the tabs. */
  readonly id: string
  readonly pageId: string
  readonly hasTabs: boolean
  readonly children: ReactNode
}

/** The panel of a tab. If a read-only dashboard has one page only, there are no tabs, and it is no panel. */
function PagePanel({ id, pageId, hasTabs, children }: PagePanelProps) {
  if (!hasTabs) return children
  return (
    <div id={`${id}-panel-${pageId}`} role="tabpanel" aria-labelledby={`${id}-tab-${pageId}`}>
      {children}
    </div>
  )
}
