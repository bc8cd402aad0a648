/** Opens the dashboard that the address names, or a new one with content passed from another page. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useGo, useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { documentOf, newDashboard } from '../../view-document/dashboards/dashboard-document.ts'
import type { StreamReader } from '../../view-document/dashboards/locked-widgets.ts'
import { useFirstPage } from '../../view-document/dashboards/open-new-dashboard.ts'
import { randomIds } from '../../view-document/model/random-ids.ts'
import { DashboardPage } from './dashboard-page.tsx'
import { useStreamReader } from './dashboard-permissions.ts'
import { useOpenedAddress } from './editing/use-dashboard-address.ts'
import { type SavedDashboard, savedDashboardQuery } from './view-queries.ts'

export function NewDashboardScreen() {
  const reader = useStreamReader()
  return reader === undefined ? <Loading /> : <NewDashboard reader={reader} />
}

export function DashboardScreen() {
  const { viewId } = useRouteParams(routes.dashboard)
  return <OpenDashboard key={viewId} viewId={viewId} />
}

function NewDashboard({ reader }: { reader: StreamReader }) {
  const brought = useFirstPage()
  const [document] = useState(() => {
    const empty = newDashboard(randomIds)
    if (brought === undefined) return empty
    const [first] = empty.pages
    return { ...empty, parameters: brought.parameters, pages: [{ ...(first ?? brought), ...brought }] }
  })
  return (
    <DashboardPage
      document={document}
      view={undefined}
      reader={reader}
      isUnsaved={brought !== undefined}
      onReload={() => undefined}
    />
  )
}

function OpenDashboard({ viewId }: { viewId: string }) {
  const t = useText()
  const reader = useStreamReader()
  // The opened dashboard is edited here; a newer version on the server does not replace it automatically.
  const saved = useQuery({
    ...savedDashboardQuery(useCall(), viewId),
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const [opened, setOpened] = useState<{ readonly saved: SavedDashboard; readonly times: number }>()
  if (saved.data !== undefined && opened === undefined) setOpened({ saved: saved.data, times: 0 })
  const reload = async () => {
    const { data } = await saved.refetch()
    if (data !== undefined) setOpened((old) => ({ saved: data, times: (old?.times ?? 0) + 1 }))
  }
  if (opened === undefined && saved.isError) {
    return (
      <Page title={t('dashboards.page')}>
        <LoadFailed error={saved.error} onRetry={saved.refetch} isPageEntity isShareable />
      </Page>
    )
  }
  if (opened === undefined || reader === undefined) return <Loading />
  return <Opened key={opened.times} saved={opened.saved} reader={reader} onReload={() => void reload()} />
}

interface OpenedProps {
  readonly saved: SavedDashboard
  readonly reader: StreamReader
  readonly onReload: () => void
}

function Opened({ saved: { view, search }, reader, onReload }: OpenedProps) {
  const go = useGo()
  const [document] = useState(() => documentOf(view, search))
  const { problems, ...shown } = useOpenedAddress(document)
  const isSearch = view.type === 'SEARCH'
  useEffect(() => {
    if (isSearch) go(routes.savedSearch(view.id), { replace: true })
  }, [go, isSearch, view.id])
  if (isSearch) return <Loading />
  return (
    <DashboardPage document={document} view={view} reader={reader} {...shown} problems={problems} onReload={onReload} />
  )
}
