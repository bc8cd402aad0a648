/** `/sources`: the built-in dashboard of sources, or a read-only copy if it was deleted. */
import { getView, SOURCES_DASHBOARD_ID } from '@logyard/contract/views/views'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Loading } from '../../ui/page/loading.tsx'
import { Page } from '../../ui/page/page.tsx'
import { randomIds } from '../../view-document/model/random-ids.ts'
import { DashboardPage } from './dashboard-page.tsx'
import { useStreamReader } from './dashboard-permissions.ts'
import { sourcesDashboard } from './sources-dashboard.ts'

export function SourcesScreen() {
  const t = useText()
  const call = useCall()
  const go = useGo()
  const found = useQuery({
    queryKey: ['views', 'sources'],
    queryFn: async ({ signal }) => {
      try {
        return (await call(getView, { params: { id: SOURCES_DASHBOARD_ID }, signal })).id
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    gcTime: 0,
  })
  const id = found.data ?? undefined
  useEffect(() => {
    if (id !== undefined) go(routes.dashboard(id), { replace: true })
  }, [go, id])
  const reader = useStreamReader()
  const [document] = useState(() => {
    const titles = {
      page: t('dashboards.sources.page'),
      overTime: t('dashboards.sources.overTime'),
      selected: t('dashboards.sources.selected'),
      perSource: t('dashboards.sources.perSource'),
      count: t('dashboards.sources.count'),
    }
    return sourcesDashboard(titles, randomIds)
  })
  if (found.isError) {
    return (
      <Page title={t('dashboards.page')}>
        <LoadFailed error={found.error} onRetry={found.refetch} />
      </Page>
    )
  }
  if (found.data === undefined || id !== undefined || reader === undefined) return <Loading />
  return <DashboardPage document={document} view={undefined} reader={reader} onReload={() => undefined} />
}
