import { useEffect } from 'react'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { FieldTypesProvider } from '../../query/fields/field-types.ts'
import { usePageFields } from '../../query/fields/use-page-fields.ts'
import { Page } from '../../ui/page/page.tsx'
import { DashboardWorkspace } from './dashboard-workspace.tsx'
import type { DashboardState } from './editing/dashboard-session.ts'
import { type OpenedDashboard, useDashboardSession } from './editing/use-dashboard-session.ts'
import { withValues } from './editing/values-in-address.ts'

interface DashboardPageProps extends OpenedDashboard {
  /** The dashboard comes from another page and was never saved. */
  readonly isUnsaved?: boolean
  readonly onReload: () => void
}

/** The minimum interval. */
const FIELDS_FRESH_MS = 30_000

export function DashboardPage({ isUnsaved = false, onReload, ...opened }: DashboardPageProps) {
  const t = useText()
  const { session, state } = useDashboardSession(opened)
  const fields = usePageFields({ finished: state.run.finished, freshMs: FIELDS_FRESH_MS })
  useStateInAddress(state)
  return (
    <Page
      title={t('dashboards.title')}
      documentTitle={`${t('dashboards.page')} - ${state.view?.title ?? t('dashboards.new')}`}
      width="workspace"
    >
      <FieldTypesProvider value={fields}>
        <DashboardWorkspace session={session} state={state} isUnsaved={isUnsaved} onReload={onReload} />
      </FieldTypesProvider>
    </Page>
  )
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
