/** A dashboard: its bar and pages, connected to the session. */

import type { View } from '@logyard/contract/views/views'
import { Box } from '@mantine/core'
import { useElementSize, useHotkeys } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useCommand } from '../../base/page/commands.tsx'
import { type PageShortcut, usePageShortcuts } from '../../base/page/page-shortcuts.tsx'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall, useClock } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { allFieldsQuery, FIELDS_KEY } from '../../query/fields/field-queries.ts'
import { FieldTypesProvider, fieldTypes } from '../../query/fields/field-types.ts'
import type { QueryInputHandle } from '../../query/query-input/query-input-props.ts'
import { noRefresh } from '../../query/refresh/refresh-intervals.ts'
import { useAutoRefresh } from '../../query/refresh/use-auto-refresh.ts'
import { useLeaveGuard } from '../../ui/confirm/use-leave-guard.ts'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchActionsProvider } from '../../view-document/actions/search-actions.ts'
import type { DashboardDocument } from '../../view-document/dashboards/dashboard-document.ts'
import { isDirty } from '../../view-document/editing/view-editor.ts'
import { randomIds } from '../../view-document/model/random-ids.ts'
import type { ParameterValues } from '../../view-document/parameters/parameters.ts'
import { DashboardBar } from './bar/dashboard-bar.tsx'
import { DashboardParameters } from './bar/dashboard-parameters.tsx'
import { AddFilter, FilterRow } from './bar/filter-row.tsx'
import classes from './dashboard-page.module.css'
import { CREATE_DASHBOARDS, mayEditView, useReadsEvents } from './dashboard-permissions.ts'
import {
  activePage,
  createDashboardSession,
  type DashboardSession,
  type DashboardState,
} from './editing/dashboard-session.ts'
import { withValues } from './editing/values-in-address.ts'
import { PagePanel } from './pages/page-panel.tsx'
import { PageTabs } from './pages/page-tabs.tsx'
import { PrintHead } from './print/print-head.tsx'
import { DashboardControls } from './saved/dashboard-controls.tsx'
import { NewerVersion } from './saved/newer-version.tsx'
import type { ShareSlot } from './share-slot.ts'
import { DashboardSidebar } from './sidebar/dashboard-sidebar.tsx'
import { NoWidgets } from './widgets/no-widgets.tsx'
import { useDashboardActions } from './widgets/use-dashboard-actions.ts'

const DashboardGrid = lazy(() =>
  import('./widgets/dashboard-grid.tsx').then((module) => ({ default: module.DashboardGrid })),
)

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['/'], text: 'search.focusQuery' },
  { keys: ['mod', 'S'], text: 'dashboards.save' },
  { keys: ['mod', 'Z'], text: 'search.undo' },
  { keys: ['mod', 'Shift', 'Z'], text: 'search.redo' },
]

interface DashboardPageProps {
  readonly document: DashboardDocument
  readonly view: View | undefined
  /** The page shown first. */
  readonly pageId?: string | undefined
  /** Parameter values from the address. */
  readonly values?: ParameterValues | undefined
  /** The dashboard comes from another page and was never saved. */
  readonly isUnsaved?: boolean
  readonly ShareButton: ShareSlot
  readonly onReload: () => void
}

export function DashboardPage({
  document,
  view,
  pageId,
  values,
  isUnsaved = false,
  ShareButton,
  onReload,
}: DashboardPageProps) {
  const t = useText()
  const call = useCall()
  const { now } = useClock()
  const readsEvents = useReadsEvents()
  const [session] = useState(() =>
    createDashboardSession({ call, ids: randomIds, now, document, view, pageId, values, readsEvents }),
  )
  const state = useSyncExternalStore(session.subscribe, session.state)
  const fields = useKnownFields(state.run.finished)
  useEffect(() => {
    session.run()
    return session.leave
  }, [session])
  useStateInAddress(state)
  return (
    <Page title={t('dashboards.page')} subject={state.view?.title ?? t('dashboards.new')} width="workspace">
      <FieldTypesProvider value={fields}>
        <Workspace
          session={session}
          state={state}
          isUnsaved={isUnsaved}
          ShareButton={ShareButton}
          onReload={onReload}
        />
      </FieldTypesProvider>
    </Page>
  )
}

interface WorkspaceProps extends Pick<DashboardPageProps, 'ShareButton' | 'onReload'> {
  readonly session: DashboardSession
  readonly state: DashboardState
  readonly isUnsaved: boolean
}

function Workspace({ session, state, isUnsaved, ShareButton, onReload }: WorkspaceProps) {
  const t = useText()
  const may = useMay()
  const panelId = useId()
  const bar = useElementSize()
  const queryInput = useRef<QueryInputHandle>(null)
  const [refresh, setRefresh] = useState(noRefresh)
  const { history, run, view } = state
  const canSave = view === undefined ? may(CREATE_DASHBOARDS) : mayEditView(may, view)
  const canEdit = canSave || may(CREATE_DASHBOARDS)
  useLeaveGuard(canEdit && (isDirty(state) || (isUnsaved && view === undefined)))
  useAutoRefresh(refresh, run.isRunning, () => session.run({ isAutomatic: true }))
  useFailureToast(run.error ?? null, (status) => status, t('search.failed'))
  usePageShortcuts(SHORTCUTS)
  useHotkeys([
    ['/', () => queryInput.current?.focus()],
    ['mod+Z', session.undo],
    ['mod+shift+Z', session.redo],
  ])
  useCommand('dashboards.run', t('dashboards.bar.run'), () => session.run())
  useCommand('search.undo', t('search.undo'), session.undo, history.past.length > 0)
  useCommand('search.redo', t('search.redo'), session.redo, history.future.length > 0)
  const stopRefreshing = useCallback(() => setRefresh((old) => ({ ...old, isOn: false })), [])
  const actions = useDashboardActions(session, state, stopRefreshing)
  const page = activePage(state)
  const hasTabs = canEdit || history.present.pages.length > 1
  return (
    <SearchActionsProvider value={actions}>
      <Box __vars={{ '--sidebar-top': `calc(var(--ly-header-height) + ${bar.height + 1}px)` }}>
        <div className={classes['bar']}>
          <div ref={bar.ref}>
            <DashboardBar
              override={state.override}
              parameters={history.present.parameters}
              onOverride={session.setOverride}
              refresh={refresh}
              onRefresh={setRefresh}
              handle={queryInput}
              addFilter={canEdit ? <AddFilter session={session} state={state} /> : undefined}
              controls={
                <DashboardControls session={session} state={state} ShareButton={ShareButton} onReload={onReload} />
              }
            >
              <FilterRow session={session} state={state} canEdit={canEdit} />
              <DashboardParameters session={session} state={state} canEdit={canEdit} />
              {canSave && <NewerVersion session={session} state={state} onReload={onReload} />}
            </DashboardBar>
          </div>
        </div>
        <div className={classes['work']}>
          <DashboardSidebar state={state} canEdit={canEdit} />
          <div className={classes['content']}>
            <PrintHead state={state} />
            {hasTabs && <PageTabs session={session} state={state} canEdit={canEdit} id={panelId} />}
            <PagePanel id={panelId} pageId={page.id} hasTabs={hasTabs}>
              {page.state.widgets.length === 0 ? (
                <NoWidgets canEdit={canEdit} />
              ) : (
                <Suspense fallback={<Loading />}>
                  <DashboardGrid session={session} state={state} canEdit={canEdit} />
                </Suspense>
              )}
            </PagePanel>
          </div>
        </div>
      </Box>
    </SearchActionsProvider>
  )
}

/** The minimum interval: a dashboard that refreshes every second need not reload the fields as often. */
const FIELDS_FRESH_MS = 30_000

/** The fields of all streams, reloaded from time to time because messages add new ones. */
function useKnownFields(finished: number) {
  const fields = useQuery(allFieldsQuery(useCall()))
  const client = useQueryClient()
  useEffect(() => {
    if (finished === 0) return
    void client.invalidateQueries({
      queryKey: FIELDS_KEY,
      predicate: ({ state }) => Date.now() - state.dataUpdatedAt > FIELDS_FRESH_MS,
    })
  }, [client, finished])
  return useMemo(() => fieldTypes(fields.data ?? []), [fields.data])
}

/** Keeps the open page and the parameters of a saved dashboard in the address, for reloading and sharing. */
function useStateInAddress({ view, pageId, saved, values }: DashboardState): void {
  const go = useGo()
  const isSaved = saved.pages.some(({ id }) => id === pageId)
  const isFirst = saved.pages[0]?.id === pageId
  const id = view?.id
  useEffect(() => {
    if (id === undefined || !isSaved) return
    const link = routes.dashboard(id)
    const wanted = withValues(isFirst ? link : `${link}?page=${pageId}`, values)
    if (!window.location.href.endsWith(wanted)) go(wanted, { replace: true, isSaved: true })
  }, [go, id, isSaved, isFirst, pageId, values])
}
