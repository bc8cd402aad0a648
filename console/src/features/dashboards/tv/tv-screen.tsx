/** The full-screen view: only the widgets, refreshed automatically, one page after another. */

import type { ViewState } from '@logyard/contract/views/view-state'
import { Flex, Text, Title } from '@mantine/core'
import { useHotkeys, useInterval, useViewportSize } from '@mantine/hooks'
import { IconMinimize } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useDocumentTitle } from '../../../base/page/document-title.ts'
import { useGo, useQueryValues, useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FieldTypesProvider } from '../../../query/fields/field-types.ts'
import { usePageFields } from '../../../query/fields/use-page-fields.ts'
import { useAutoRefresh } from '../../../query/refresh/use-auto-refresh.ts'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { SearchActionsProvider } from '../../../view-document/actions/search-actions.ts'
import { documentOf } from '../../../view-document/dashboards/dashboard-document.ts'
import type { StreamReader } from '../../../view-document/dashboards/locked-widgets.ts'
import { layoutOf } from '../../../view-document/model/widget-positions.ts'
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'
import { useStreamReader } from '../dashboard-permissions.ts'
import { activePage, type DashboardSession, type DashboardState } from '../editing/dashboard-session.ts'
import { useDashboardSession } from '../editing/use-dashboard-session.ts'
import { valuesFromAddress } from '../editing/values-in-address.ts'
import { usePageTitle } from '../pages/use-page-title.ts'
import { type SavedDashboard, savedDashboardQuery } from '../view-queries.ts'
import { useDashboardActions } from '../widgets/use-dashboard-actions.ts'
import { BOTTOM, rowHeightFor } from './screen-rows.ts'
import classes from './tv-screen.module.css'
import { readTvSettings, shownPages, type TvSettings } from './tv-settings.ts'

const WidgetGrid = deferred(() => import('../../../widgets/grid/widget-grid.tsx').then((module) => module.WidgetGrid))

/** How soon changes to the saved dashboard appear. */
const REREAD_MS = 60_000

export function TvScreen() {
  const { viewId } = useRouteParams(routes.dashboardTv)
  const values = useQueryValues()
  const settings = useMemo(() => readTvSettings(values), [values])
  const reader = useStreamReader()
  const saved = useQuery({ ...savedDashboardQuery(useCall(), viewId), refetchInterval: REREAD_MS })
  if (saved.data === undefined) {
    return saved.isError ? (
      <LoadFailed error={saved.error} onRetry={saved.refetch} isPageEntity isShareable />
    ) : (
      <Loading />
    )
  }
  const { view } = saved.data
  if (reader === undefined) return <Loading />
  return (
    <TvDashboard
      reader={reader}
      key={`${view.last_updated_at} ${values}`}
      saved={saved.data}
      settings={settings}
      values={valuesFromAddress(values)}
    />
  )
}

interface TvDashboardProps {
  readonly reader: StreamReader
  readonly saved: SavedDashboard
  readonly settings: TvSettings
  readonly values: ParameterValues
}

function TvDashboard({ reader, saved: { view, search }, settings, values }: TvDashboardProps) {
  const go = useGo()
  const [{ dashboard, pages }] = useState(() => {
    const dashboard = documentOf(view, search)
    return { dashboard, pages: shownPages(dashboard.pages, settings) }
  })
  const { session, state } = useDashboardSession(
    { document: dashboard, view, pageId: pages[0]?.id, values, reader },
    true,
  )
  useAutoRefresh({ isOn: true, seconds: settings.refresh }, state.run.isRunning, () =>
    session.run({ isAutomatic: true }),
  )
  const [turn, setTurn] = useState(0)
  useInterval(() => setTurn((old) => old + 1), settings.interval * 1000, { autoInvoke: pages.length > 1 })
  const shown = pages[turn % pages.length]?.id
  useEffect(() => {
    if (shown !== undefined) session.open(shown)
  }, [session, shown])
  useEffect(
    () => () => {
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
  const leave = () => go(routes.dashboard(view.id))
  useHotkeys([['Escape', leave]])
  const fields = usePageFields({ finished: 0, freshMs: Number.POSITIVE_INFINITY })
  return (
    <FieldTypesProvider value={fields}>
      <Wall session={session} state={state} title={view.title} onLeave={leave} />
    </FieldTypesProvider>
  )
}

interface WallProps {
  readonly session: DashboardSession
  readonly state: DashboardState
  readonly title: string
  readonly onLeave: () => void
}

const nothing = () => undefined

/** All widgets of a page at once: its rows share the height of the screen. */
function WidgetsOnScreen({ page: { widgets, positions, titles } }: { page: ViewState }) {
  const screen = useRef<HTMLDivElement>(null)
  const { height: windowHeight } = useViewportSize()
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop(screen.current?.getBoundingClientRect().top ?? 0)
  }, [])
  const rowHeight = rowHeightFor(layoutOf(widgets, positions), windowHeight - top - BOTTOM)
  return (
    <div ref={screen} data-fills-screen>
      <WidgetGrid
        fallback={<Loading />}
        widgets={widgets}
        positions={positions}
        titles={titles}
        isInteractive={false}
        {...(rowHeight === undefined ? {} : { rowHeight })}
      />
    </div>
  )
}

function Wall({ session, state, title, onLeave }: WallProps) {
  const t = useText()
  const titleOf = usePageTitle()
  const actions = useDashboardActions(session, state, nothing)
  const page = activePage(state)
  const { widgets } = page.state
  const pageTitle = titleOf(page, state.history.present.pages.indexOf(page))
  useDocumentTitle(`${t('dashboards.page')} - ${title}`)
  return (
    <SearchActionsProvider value={actions}>
      <main className={classes['wall']}>
        <Flex
          component="header"
          wrap="wrap"
          align="baseline"
          gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
          pb="sm"
        >
          <Title order={1} size="h3" translate="no">
            {title}
          </Title>
          <Text c="dimmed" translate="no">
            {pageTitle}
          </Text>
          {state.run.error !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {t('dashboards.fullScreen.failed')} <span translate="no">{state.run.error.message}</span>
            </Text>
          )}
          <ToolButton label={t('dashboards.fullScreen.leave')} className={classes['leave'] ?? ''} onClick={onLeave}>
            <IconMinimize size={18} />
          </ToolButton>
        </Flex>
        {widgets.length === 0 ? (
          <Text c="dimmed">{t('dashboards.empty')}</Text>
        ) : (
          <WidgetsOnScreen key={page.id} page={page.state} />
        )}
      </main>
    </SearchActionsProvider>
  )
}
